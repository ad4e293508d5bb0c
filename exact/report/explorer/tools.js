// What stands beside the table of bets: charts, counts, logs, the shoe to edit, the address and the command.
import {commandOf} from "./address.js";
import {app, betAt, cardsOf, data, deck, fieldOf, fullCards, game, logAt, openedLog, page, rebate, sentence, table, ZERO} from "./app.js";
import {Problem, countOf, readCard} from "./cards.js";
import {drawBars, drawLines} from "./charts.js";
import {countsNow, readTags} from "./counts.js";
import {flatBets} from "./log.js";
import {asNumber, fraction} from "./numbers.js";
import {effectsOf, oddsOf} from "./odds.js";
import {history} from "./position.js";
import {betWords, byId, cardWords, faceOf, make, mark, offer, write} from "./view.js";

/** @typedef {import("./position.js").Position} Position */

const MOST_POINTS = 120;
/** EVs of positions, which the line over the shoe goes over again and again.
 * @type {WeakMap<Position, Map<number, number | null>>} */
const evs = new WeakMap();
/** What the legends say, and what the flat bets were counted for. */
const told = {legend: "", flat: "", log: /** @type {unknown} */ (null)};

/** The EV of some bets before a coup, as numbers for a chart; remembered, for the line goes over all positions again.
 * @param {Position} at
 * @param {number[]} bets
 * @returns {(number | null)[]} */
function evsAt(at, bets) {
    const known = evs.get(at) ?? new Map();
    evs.set(at, known);
    const missing = bets.filter((bet) => !known.has(bet));
    if (missing.length)
        oddsOf(table(), at.shoe, null, missing).bets.forEach(({ev}, i) => known.set(missing[i], ev && asNumber(ev)));
    return bets.map((bet) => known.get(bet));
}

export function showCharts() {
    const bets = app.charts.map(betAt), titles = bets.map((bet) => betWords(app.words, table().bets[bet].title).text);
    const said = titles.join("|") + app.words.language;
    if (said !== told.legend) {
        for (const legend of document.querySelectorAll("#charts .legend"))
            legend.replaceChildren(...titles.map((title, i) => make("span", {}, [make("i", {className: `s${i}`}), title])));
        told.legend = said;
    }
    const percent = (/** @type {number} */ value, /** @type {number} */ places) =>
        app.words.percent(fraction(BigInt(Math.round(value * 1e12)), 1000000000000n), places);
    const open = history(app.position).filter(({coup, shoe}) => !coup && shoe.cards >= table().most);
    const every = Math.max(1, (open.length - 1) / (MOST_POINTS - 1)), cards = fullCards();
    const points = [...new Set(Array.from({length: Math.min(open.length, MOST_POINTS)}, (_, i) => Math.round(i * every)))]
        .map((i) => open[Math.min(i, open.length - 1)]);
    const found = points.map((at) => ({at: cards - at.shoe.cards, evs: evsAt(at, bets)}));
    drawLines(/** @type {any} */ (document.querySelector("#over svg")), bets.map((_, i) => ({name: titles[i],
        points: found.flatMap(({at, evs: all}) => (all[i] === null ? [] : [/** @type {[number, number]} */ ([at, all[i]])]))})),
    cards, {value: percent, cards: (n) => app.words.count(n), alt: app.words.say("overAlt", {bets: titles.join(", ")})});
    const effects = app.position.coup ? [] : bets.map((bet) => effectsOf(table(), app.position.shoe, bet)).map((each) => each ?? []);
    const level = effects.some((each) => each.some(({kinds}) => kinds.length < 4)) ? "kinds"
        : effects.some((each) => each.length > 10) ? "ranks" : "points";
    const shown = effects.some((each) => each.length) ? cardsOf(level) : [];
    drawBars(/** @type {any} */ (document.querySelector("#effects svg")), shown.map(({name}) => faceOf(name)), effects.map((each) =>
        shown.map((card) => {
            const one = each.find(({kinds}) => card.kinds.every((kind) => kinds.includes(kind)));
            return one ? asNumber(one.effect) : null;
        })), {value: percent, alt: app.words.say("effectsAlt", {bets: titles.join(", ")})});
    /** @type {any} */ (document.querySelector("#effects .none")).hidden = shown.length > 0;
}

export function takeSystem() {
    const count = data.counts[byId("system").value];
    if (!count) return;
    byId("tags").value = count.tags;
    byId("count-start").value = count.start;
}

export function makeSystems() {
    const select = byId("system"), before = select.value || "0";
    select.replaceChildren(...data.counts.map((/** @type {any} */ count, /** @type {number} */ i) =>
        make("option", {value: `${i}`}, [count.title])), make("option", {value: ""}, [app.words.say("ownTags")]));
    select.value = before;
    if (!byId("tags").value) takeSystem();
}

export function showCount() {
    if (!byId("counting").open) return;
    const count = data.counts[byId("system").value];
    let text = "", from = "", running = "\u2013", trueCount = "\u2013";
    try {
        const tags = readTags(deck, byId("tags").value), now = countsNow(tags, app.position.shoe, app.position.start.decks,
            fieldOf("count-start", ZERO) ?? ZERO);
        mark(byId("tags"), {"aria-invalid": null});
        if (!now) {
            text = app.words.say("countNone");
        } else {
            running = app.words.decimal(now.running, now.running.q === 1n ? 0 : 2);
            trueCount = now.trueCount ? app.words.decimal(now.trueCount, 2) : "\u2013";
        }
    } catch (error) {
        if (!(error instanceof Problem)) throw error;
        mark(byId("tags"), {"aria-invalid": "true"});
        text = sentence(error);
    }
    write(byId("running"), running);
    write(byId("true-count"), trueCount);
    const place = count && betAt(count.bet);
    if (count && !text) {
        const title = place === undefined ? count.bet : betWords(app.words, table().bets[place].title).text;
        text = count.trigger ? app.words.say("countFor", {bet: title, trigger: count.trigger}) : title;
        from = count.source;
    }
    byId("count-about").replaceChildren(text, ...(from ? [" ", make("span", {lang: "en"}, [`(${from})`])] : []));
}

export function showLink() {
    if (!byId("linking").open) return;
    const command = commandOf(page, app.position, app.charts, game().words);
    write(byId("command"), command ?? app.words.say("noCommand"));
    byId("copy-command").hidden = command === null;
}

export function showFields() {
    const box = byId("fields"), cards = cardsOf(app.level);
    if (box.dataset.level !== app.level || box.dataset.language !== app.words.language) {
        box.dataset.level = app.level;
        box.dataset.language = app.words.language;
        box.replaceChildren(...cards.map(({name}) => make("label", {}, [make("span", {}, [faceOf(name)]),
            make("input", {type: "number", min: "0", step: "1", inputMode: "numeric", "data-card": name,
                "aria-label": cardWords(app.words, name)})])));
    }
    for (const input of box.querySelectorAll("input"))
        if (input !== document.activeElement) input.value = `${countOf(app.position.shoe, readCard(deck, input.dataset.card).kinds) ?? ""}`;
}

export function showLog() {
    byId("save-seen").disabled = byId("save-audit").disabled = !app.position.coups;
    const log = openedLog();
    byId("log").hidden = !log;
    if (!log || !byId("listing").open) return;
    const {openings, ended, cards} = log[app.logShoe], at = logAt();
    byId("log-shoe").hidden = log.length < 2;
    byId("log-shoes").value = `${app.logShoe}`;
    write(byId("log-at"), at < 0 ? "" : app.words.say("step", {at, number: openings.length - 1}));
    for (const id of ["log-first", "log-back"]) offer(id, at !== 0);
    for (const id of ["log-forward", "log-last"]) offer(id, at !== openings.length - 1);
    write(byId("log-next"), at >= 0 && at < ended.length ? app.words.say("comes", {cards: cards[at].split(" ").map((item) =>
        item.slice(1)).map(faceOf).join(" "), winner: app.words.say(["playerWins", "bankerWins", "tieWins"][ended[at].winner])}) : "");
    showFlat(log);
}

/** @param {import("./log.js").Steps[]} log */
function showFlat(log) {
    const threshold = fieldOf("threshold", ZERO);
    if (!threshold) return;
    const bets = game().bets, key = JSON.stringify([app.charts, `${threshold.p}/${threshold.q}`, byId("rebate").value,
        app.words.language, app.position.start.game]);
    if (key === told.flat && log === told.log) return;
    [told.flat, told.log] = [key, log];
    flatBets(table(), log, bets, fraction(threshold.p, 100n * threshold.q), rebate(), (flat, at, all) => {
        if (told.flat !== key || told.log !== log) return false;
        write(byId("flat-about"), at < all ? app.words.say("working", {at, number: all}) : app.words.say("flat"));
        const head = ["bet", "flatCoups", "flatNet", "flatExpected"].map((name, i) =>
            make("th", {scope: "col", className: i ? "n" : ""}, [app.words.say(name)]));
        const shown = flat.flatMap((each, i) => (each.coups || app.charts.includes(table().bets[bets[i]].name) ? [{each, i}] : []));
        byId("flat").replaceChildren(make("thead", {}, [make("tr", {}, head)]), make("tbody", {}, shown.map(({each, i}) =>
            make("tr", {"data-flat": table().bets[bets[i]].name, "data-won": `${each.won.p}/${each.won.q}`}, [
                make("th", {scope: "row"}, [betWords(app.words, table().bets[bets[i]].title).text]),
                make("td", {className: "n"}, [app.words.count(each.coups)]),
                make("td", {className: "n"}, [each.known ? app.words.decimal(each.won, 2, true) : app.words.say("flatUnknown")]),
                make("td", {className: "n"}, [app.words.decimal(each.expected, 2, true)])]))));
        return true;
    });
}
