// The explorer: from what a person does to a position, and from a position to what the page shows.
import {addressOf, auditFile, itemsOf, readAddress, readDecks, seenFile} from "./address.js";
import {app, data, deck, fullCards, game, logAt, openedLog, page, rebate, sentence, table, wordsOf} from "./app.js";
import {filterRows, showBest, showBets, sortRows} from "./bets.js";
import {Problem, readCard, short} from "./cards.js";
import {makeKeys, makeLevels, showTyping, typedKey} from "./keypad.js";
import {copy, flushAddress, openLog, save, setAddress, withCards} from "./lists.js";
import {readFile} from "./log.js";
import {oddsOf} from "./odds.js";
import {after, begin, history, replay} from "./position.js";
import {makeSystems, showCharts, showCount, showFields, showLink, showLog, takeSystem} from "./tools.js";
import {COLUMNS, bestOf, betWords, byId, cardWords, make, makeRow, mark, offer, placeWords, showCoup, showKeys, showMore,
    showOutcomes, write} from "./view.js";

/** @typedef {import("./position.js").Position} Position */

const MOST_CHARTS = 4;
let rowsOf = -1;

const follows = () => /** @type {HTMLInputElement} */ (document.querySelector("[name=follow][value=coup]")).checked;

/** @param {boolean} coup */
function follow(coup) {
    /** @type {HTMLInputElement} */ (document.querySelector(`[name=follow][value="${coup ? "coup" : ""}"]`)).checked = true;
}

// ---------------------------------------------------------------------------------------------------------------------
// what is done

/** Does something that may have to be refused: then a sentence says why, and all stays as it is.
 * @param {() => void} act
 * @returns {boolean} */
function attempt(act) {
    try {
        act();
        write(byId("problem"), "");
        return true;
    } catch (error) {
        if (!(error instanceof Problem)) throw error;
        write(byId("problem"), sentence(error));
        return false;
    }
}

/** @param {Position} next
 * @param {string} [said] to a person who does not see the page */
function go(next, said = "") {
    app.past.push(app.position);
    app.future = [];
    app.position = next;
    show(said);
}

/** @param {import("./cards.js").Card} card */
function deal(card) {
    performance.mark("exact:click");
    const hand = app.aim || (follows() ? "next" : "");
    app.aim = "";
    app.rank = "";
    attempt(() => {
        const next = after(deck, table(), app.position, {hand, card}, app.handFirst);
        const place = next.item?.hand ? [...(next.coup ?? next.ended?.coup)?.cards.keys() ?? []].pop() : undefined;
        go(next, place === undefined ? app.words.say("seenCard", {card: cardWords(app.words, card.name)})
            : app.words.say("dealtCard", {place: placeWords(app.words, place), card: cardWords(app.words, card.name)}));
    });
    showTyping();
}

function undo() {
    const before = app.past.pop();
    if (!before) return;
    app.future.push(app.position);
    app.position = before;
    write(byId("problem"), "");
    show(app.words.say("undone"));
}

function redo() {
    const next = app.future.pop();
    if (!next) return;
    app.past.push(app.position);
    app.position = next;
    write(byId("problem"), "");
    show(app.words.say("redone"));
}

/** @param {import("./position.js").Start} start */
function restart(start) {
    const next = begin(deck, page.games[start.game].rules, start, page.mostCards);
    go(next, app.words.say("begun", {cards: next.shoe.cards}));
}

/** Goes where an address says.
 * @param {string} hash */
function visit(hash) {
    const good = attempt(() => {
        const {position: next, language} = readAddress(page, hash);
        if (language && !Object.hasOwn(data.words, language)) throw new Problem("noKey", {key: short(language)});
        app.past = app.position.items || app.past.length ? [...app.past, app.position] : history(next).slice(0, -1);
        app.future = [];
        app.position = next;
        app.language = language;
        if (next.item?.hand) follow(true);
    });
    if (good) app.words = wordsOf(app.language || browserLanguage());
    show("");
}

function browserLanguage() {
    return (navigator.languages ?? [navigator.language]).map((each) => each.slice(0, 2).toLowerCase())
        .find((each) => Object.hasOwn(data.words, each)) ?? "en";
}

// ---------------------------------------------------------------------------------------------------------------------
// what is shown

/** @param {string} said */
function show(said) {
    performance.mark("exact:begin");
    const {start, shoe, coup} = app.position, own = game();
    if (rowsOf !== start.game) makeRows();
    app.odds = oddsOf(table(), shoe, coup, own.bets);
    if (app.words.language !== document.documentElement.lang || !app.keys.length) speak();
    showKeys(app.words, shoe, start.decks, app.keys);
    write(byId("left"), app.words.say("cardsLeft", {cards: shoe.cards, of: fullCards()}));
    showOutcomes(app.words, app.odds);
    showBets();
    showBest();
    byId("coup").hidden = !follows() && !coup && !app.position.item?.hand;
    if (!byId("coup").hidden) showCoup(app.words, table(), app.position, deck, app.aim);
    offer("undo", app.past.length > 0);
    offer("redo", app.future.length > 0);
    byId("decks").value = `${start.decks}`;
    byId("game").value = `${start.game}`;
    setAddress();
    performance.mark("exact:end");
    performance.measure("exact:show", "exact:begin", "exact:end");
    later();
    if (said) tell(said);
}

let waiting = 0;
/** Charts and tools come right behind what was asked for. */
function later() {
    if (!waiting) waiting = window.setTimeout(() => {
        waiting = 0;
        showCharts();
        showCount();
        showLog();
        showLink();
        if (byId("editing").open) showFields();
    });
}

let telling = 0;
/** Tells a person who does not see the page, when nothing more has happened for a while.
 * @param {string} said */
function tell(said) {
    window.clearTimeout(telling);
    telling = window.setTimeout(() => {
        const [best] = app.position.coup ? [] : bestOf(app.rows, app.odds.bets, rebate());
        write(byId("said"), best ? `${said} ${app.words.say("saidBest", {cards: app.position.shoe.cards,
            bet: betWords(app.words, best.bet.title).text, ev: app.words.percent(best.ev, 2, true)})}`
            : `${said} ${byId("next").textContent}`);
    }, 900);
}

/** All that is said once for a language. */
function speak() {
    document.documentElement.lang = app.words.language;
    for (const each of document.querySelectorAll("[data-word]")) write(each, app.words.say(/** @type {HTMLElement} */ (each).dataset.word ?? ""));
    byId("language").value = app.words.language;
    byId("game").replaceChildren(...page.games.map((/** @type {any} */ {title}, /** @type {number} */ i) => {
        const said = betWords(app.words, title), option = make("option", {value: `${i}`}, [said.text]);
        mark(option, {lang: said.lang});
        return option;
    }));
    byId("game").value = `${app.position.start.game}`;
    write(byId("made"), app.words.say("made", {version: data.version}));
    const group = document.querySelector("[name=level]:checked");
    app.level = group ? /** @type {HTMLInputElement} */ (group).value : app.level;
    makeLevels();
    makeKeys();
    makeHead();
    makeSystems();
}

function makeHead() {
    const head = COLUMNS.map((name) => make("th", {scope: "col", "data-sort": name,
        className: ["edge", "hit", "oneIn"].includes(name) ? "n wide" : "n"}, [
        make("button", {type: "button", title: name === "change" ? app.words.say("changeAbout",
            {decks: app.position.start.decks}) : ""}, [app.words.say(name)])]));
    /** @type {any} */ (document.querySelector("#bets thead tr")).replaceChildren(
        make("th", {scope: "col", className: "pick"}, [make("span", {className: "unseen"}, [app.words.say("chart")])]),
        make("th", {scope: "col", className: "bet", "data-sort": "name"}, [make("button", {type: "button"}, [app.words.say("bet")])]),
        ...head);
}

function makeRows() {
    rowsOf = app.position.start.game;
    app.rows = game().bets.map((/** @type {number} */ place, /** @type {number} */ i) => makeRow(table().bets[place], i));
    const names = app.rows.map(({bet}) => bet.name);
    app.charts = app.charts.filter((name) => names.includes(name));
    if (!app.charts.length)  // the main bets that the page has, else its first
        app.charts = [...new Set([...game().main, ...names])].filter((name) => names.includes(name)).slice(0, 2);
    document.querySelectorAll("#bets tbody").forEach((body) => body.remove());
    document.querySelector("#bets table")?.append(...app.rows.map(({body}) => body));
    if (app.keys.length) {
        makeLevels();
        makeKeys();
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// events

/** @param {string} id
 * @param {string} type
 * @param {(event: any) => void} act */
const on = (id, type, act) => byId(id).addEventListener(type, act);
/** @param {string} id
 * @param {() => void} act */
const onClick = (id, act) => on(id, "click", act);

on("keys", "click", (event) => {
    const key = event.target.closest("[data-card]");
    if (key) deal(readCard(deck, key.dataset.card));
});
on("hands", "click", (event) => {
    const button = event.target.closest("[data-hand]");
    if (!button) return;
    app.aim = app.aim === button.dataset.hand ? "" : button.dataset.hand;
    showTyping();
    showCoup(app.words, table(), app.position, deck, app.aim);
});
onClick("undo", undo);
onClick("redo", redo);
onClick("reset", () => attempt(() => restart({...app.position.start, base: null})));
onClick("stand", () => attempt(() => go(after(deck, table(), app.position, {hand: "", card: null}))));
on("levels", "change", (event) => {
    app.level = event.target.value;
    makeKeys();
    show("");
});
document.querySelectorAll("[name=follow]").forEach((each) => each.addEventListener("change", () => show("")));
on("order", "change", (event) => { app.handFirst = event.target.value === "hands"; });
on("choices", "submit", (event) => event.preventDefault());
on("decks", "change", (event) => {
    if (!attempt(() => restart({...app.position.start, decks: readDecks(page, event.target.value, 0), base: null})))
        event.target.value = `${app.position.start.decks}`;
});
on("game", "change", (event) => attempt(() => {
    const next = {...app.position.start, game: Number(event.target.value)};
    const same = app.position.start.decks === game().decks && !app.position.start.base && !app.position.items;
    if (same) next.decks = page.games[next.game].decks;
    try {
        go(replay(deck, page.games[next.game].rules, next, itemsOf(app.position), page.mostCards));
    } catch (error) {
        if (!(error instanceof Problem)) throw error;
        restart(next);
    }
}));
on("language", "change", (event) => {
    app.language = event.target.value;
    app.words = wordsOf(app.language);
    write(byId("problem"), "");
    show("");
});
on("bets", "click", (event) => {
    const head = event.target.closest("th[data-sort] button");
    const copied = event.target.closest("[data-copy]");
    const title = event.target.closest("th.bet button[aria-controls]");
    if (head) {
        const name = head.parentElement.dataset.sort, first = name === "name" || name === "edge" || name === "oneIn";
        if (app.sort !== name) [app.sort, app.up] = [name, first];
        else if (app.up === first) app.up = !first;
        else app.sort = "";
        sortRows();
    } else if (copied) {
        copy(copied.dataset.copy, copied);
    } else if (title) {
        const i = app.rows.findIndex((row) => row.title === title), {more} = app.rows[i];
        more.hidden = !more.hidden;
        mark(title, {"aria-expanded": `${!more.hidden}`});
        if (!more.hidden) showMore(app.words, app.rows[i], app.odds.bets[i]);
    }
});
on("bets", "change", (event) => {
    const row = event.target.closest("tr[data-bet]");
    if (!row) return;
    const name = row.dataset.bet;
    const done = attempt(() => {
        if (event.target.checked && app.charts.length >= MOST_CHARTS) throw new Problem("mostCharts");
        app.charts = event.target.checked ? [...app.charts, name] : app.charts.filter((each) => each !== name);
    });
    if (!done) event.target.checked = false;
    later();
});
on("filter", "input", filterRows);
on("only-above", "change", filterRows);
["kelly", "rebate"].forEach((id) => on(id, "input", () => show("")));
on("threshold", "input", () => later());
on("system", "change", () => {
    takeSystem();
    later();
});
on("tags", "input", () => {
    byId("system").value = "";
    later();
});
on("count-start", "input", () => later());
["counting", "linking", "listing", "editing"].forEach((id) => on(id, "toggle", () => later()));
onClick("add", () => {
    const text = byId("paste").value;
    if (attempt(() => goTo(/\n\s*\S/.test(text.trim()) ? openLog(text) : withCards(text, follows())))) byId("paste").value = "";
});
on("load", "change", async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    try {
        const text = await readFile(file);
        attempt(() => goTo(openLog(text)));
    } catch (error) {
        attempt(() => { throw error instanceof Problem ? error : new Problem("logOther", {problem: short(`${error}`)}); });
    }
    event.target.value = "";
});
/** @param {number} to */
function step(to) {
    const openings = openedLog()?.[app.logShoe].openings ?? [], next = openings[Math.max(0, Math.min(to, openings.length - 1))];
    if (next && next !== app.position)
        go(next, app.words.say("step", {at: openings.indexOf(next), number: openings.length - 1}));
}

/** @param {Position} next */
function goTo(next) {
    if (next.item?.hand || openedLog()) follow(true);
    go(next, app.words.say("cardsLeft", {cards: next.shoe.cards, of: fullCards()}));
}

onClick("log-first", () => step(0));
onClick("log-back", () => step(logAt() < 0 ? 0 : logAt() - 1));
onClick("log-forward", () => step(logAt() + 1));
onClick("log-last", () => step(Infinity));
on("log-shoes", "change", (event) => {
    app.logShoe = Number(event.target.value);
    step(0);
});
onClick("save-seen", () => save("shoe.txt", seenFile(app.position, game().words)));
onClick("save-audit", () => save("log.csv", auditFile(app.position, table().outcomes.events)));
onClick("apply", () => attempt(() => {
    const base = [...byId("fields").querySelectorAll("input")].map((input) => {
        const card = readCard(deck, input.dataset.card);
        if (!/^\d{1,9}$/.test(input.value)) throw new Problem("noCount", {card: card.name, count: short(input.value)});
        return /** @type {[import("./cards.js").Card, number]} */ ([card, Number(input.value)]);
    });
    restart({...app.position.start, base});
}));
onClick("copy-link", () => {
    flushAddress();
    copy(location.href.split("#")[0] + addressOf(page, app.position, app.language), byId("copied"));
});
onClick("copy-command", () => copy(byId("command").textContent, byId("copied")));

document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target), typed = typedKey(event), key = typed.toUpperCase();
    const writing = target.matches("input:not([type=radio], [type=checkbox], [type=file]), select, textarea");
    if (writing || !byId("keys-deal").checked || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
        if (key === "Z" || key === "Y") {
            event.preventDefault();
            if (key === "Y" || event.shiftKey) redo();
            else undo();
        }
        return;
    }
    if (key === "BACKSPACE") undo();
    else if (key === "ESCAPE") [app.aim, app.rank] = ["", ""];
    else if (event.repeat) return;  // a key that is held is one card
    else if (app.rank && deck.suits.includes(typed.toLowerCase())) deal(readCard(deck, app.rank + typed.toLowerCase()));
    else if (key === "P" || key === "B") [app.aim, app.rank] = [key, ""];
    else if (key === "0" || (key.length === 1 && deck.ranks.includes(key))) {
        if (app.level !== "kinds" || key === "0") deal(readCard(deck, key));
        else app.rank = key;
    } else return;
    event.preventDefault();
    showTyping();
    if (!byId("coup").hidden) showCoup(app.words, table(), app.position, deck, app.aim);
});
// The address that was asked for: its own may be set anew before the page hears of it.
window.addEventListener("hashchange", (event) => visit(new URL(event.newURL).hash));
window.addEventListener("pagehide", flushAddress);

byId("language").replaceChildren(...Object.keys(data.words).map((language) =>
    make("option", {value: language, lang: language}, [data.words[language].name])));
byId("decks").max = `${page.mostDecks}`;
visit(location.hash);
byId("main").className = "ready";
