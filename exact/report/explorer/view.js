// What the page shows: elements made once, texts written where they have changed.
import {asText, compare, fraction, minus} from "./numbers.js";
import {countOf} from "./cards.js";
import {handOf, statusOf} from "./position.js";
import {kellyOf, withRebate} from "./odds.js";

/** @typedef {import("./numbers.js").Fraction} Fraction */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {import("./odds.js").Value} Value */
/** @typedef {import("./odds.js").Bet} Bet */
/** @typedef {import("./odds.js").Table} Table */

/** @param {string} id
 * @returns {any} */
export const byId = (id) => document.getElementById(id);

/** @param {string} name
 * @param {Record<string, any>} [properties]
 * @param {(Node | string)[]} [inside]
 * @returns {any} */
export function make(name, properties = {}, inside = []) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
        if (key in made) /** @type {any} */ (made)[key] = value;
        else made.setAttribute(key, value);
    }
    made.append(...inside);
    return made;
}

/** @param {Element} element
 * @param {string} text */
export function write(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/** @param {Element} element
 * @param {Record<string, string | null>} attributes null takes one away */
export function mark(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null) element.removeAttribute(name);
        else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    }
}

/** Whether a button has something to do; one that has not keeps the focus, which a disabled one would lose.
 * @param {string} id
 * @param {boolean} some */
export const offer = (id, some) => mark(byId(id), {"aria-disabled": some ? null : "true"});

const SUIT_SIGNS = /** @type {Record<string, string>} */ ({c: "\u2663", d: "\u2666", h: "\u2665", s: "\u2660"});

/** A card as it is written on its face.
 * @param {string} name */
export const faceOf = (name) => name.replace("T", "10").replace(/[cdhs]$/, (suit) => `${SUIT_SIGNS[suit]}\ufe0e`);
/** @param {string} name */
export const isRed = (name) => /[dh]$/.test(name);

/** A card in words.
 * @param {Words} words
 * @param {string} name */
export function cardWords(words, name) {
    if (name === "0") return words.say("tenValued");
    const rank = words.table[name[0]] ?? name[0];
    return name.length > 1 ? words.say("rankOf", {rank, suit: words.say(name[1])}) : rank;
}

/** A place of a coup in words.
 * @param {Words} words
 * @param {number} place */
export const placeWords = (words, place) => words.say(`place${handOf(place)}`, {n: Math.floor(place / 2) + 1});

/** The title or an event of a bet, marked as English where it has no translation.
 * @param {Words} words
 * @param {string} text
 * @returns {{text: string, lang: string | null}} */
export function betWords(words, text) {
    const said = words.bet(text);
    return {text: said ?? text, lang: said === null ? "en" : null};
}

/** The keys of a level with what is left of each card.
 * @param {Words} words
 * @param {import("./cards.js").Shoe} shoe
 * @param {number} decks
 * @param {{card: import("./cards.js").Card, key: any}[]} keys */
export function showKeys(words, shoe, decks, keys) {
    for (const {card, key} of keys) {
        const left = countOf(shoe, card.kinds), full = Math.max(decks * card.kinds.length, 1);
        const [bar, , number, said] = key.children, text = left === null ? "?" : words.count(left);
        write(number, text);
        bar.style.height = `${left === null ? 0 : Math.min(100, 100 * left / full)}%`;
        const card_ = cardWords(words, card.name);
        write(said, left === null ? words.say("cardUnknown", {card: card_})
            : words.say("cardLeft", {card: card_, number: left}));
        const gone = left === 0 || !shoe.holdings.some((held) => held.kinds.some((kind) => card.kinds.includes(kind)));
        if (key.getAttribute("aria-disabled") !== `${gone}`) key.setAttribute("aria-disabled", `${gone}`);
    }
}

/** The hands of the coup on the table, or of the last one.
 * @param {Words} words
 * @param {Table} table
 * @param {import("./position.js").Position} position
 * @param {import("./cards.js").Deck} deck
 * @param {"" | "P" | "B"} aim the hand that the next card was said to go to */
export function showCoup(words, table, position, deck, aim) {
    const coup = position.coup ?? (position.item?.hand ? position.ended?.coup ?? null : null);
    const status = position.coup ? statusOf(table, position.coup) : null;
    const totals = status?.totals ?? (coup ? position.ended?.totals : null) ?? null;
    const names = new Map([...deck.byName.values()].map((card) => [card.kinds.join(), card.name]));
    byId("hands").replaceChildren(...["P", "B"].map((hand, side) => {
        const cards = [...(coup?.cards ?? [])].filter(([place]) => place % 2 === side).sort(([a], [b]) => a - b);
        const faces = cards.map(([, kinds]) => {
            const name = names.get(kinds.join()) ?? "";
            return make("span", {className: isRed(name) ? "face red" : "face"}, [faceOf(name)]);
        });
        const button = make("button", {type: "button", "data-hand": hand, "aria-pressed": `${aim === hand}`},
            [words.say(hand === "P" ? "player" : "banker")]);
        return make("div", {className: "hand"}, [button, ...faces, make("b", {}, [cards.length && totals
            ? words.count(totals[side]) : ""])]);
    }));
    let next = "";
    if (status) next = words.say("nextCard", {place: placeWords(words, status.place)});
    else if (position.ended && position.item?.hand) next = endedWords(words, position);
    else next = words.say("noCoup", {place: placeWords(words, table.positions[0])});
    write(byId("next"), next);
    byId("stand").hidden = !status?.mayStand;
    if (status?.mayStand)
        write(byId("stand"), words.say("stands", {hand: words.say(handOf(status.place) === "P" ? "player" : "banker")}));
}

/** @param {Words} words
 * @param {import("./position.js").Position} position */
export function endedWords(words, position) {
    const ended = /** @type {import("./position.js").Ended} */ (position.ended);
    return words.say("lastCoup", {coup: position.coups, player: ended.totals[0], banker: ended.totals[1],
        winner: words.say(["playerWins", "bankerWins", "tieWins"][ended.winner])});
}

/** @param {Words} words
 * @param {import("./odds.js").Odds} odds */
export function showOutcomes(words, odds) {
    const list = byId("outcomes"), split = byId("split");
    if (!list.children.length) {
        for (const name of ["player", "banker", "tie"]) {
            list.append(make("div", {className: name, "data-outcome": name}, [make("dt"), make("dd")]));
            split.append(make("i", {className: name}));
            byId("exact-list").append(make("p", {className: "x"}));
        }
    }
    [...list.children].forEach((part, i) => {
        const found = odds.outcomes?.[i], chance = found && fraction(found.count, odds.of);
        write(part.children[0], words.say(part.dataset.outcome));
        write(part.children[1], chance ? words.percent(chance, 4) : "\u2013");
        mark(part, {"data-count": found ? `${found.count}` : null, "data-of": found ? `${odds.of}` : null});
        split.children[i].style.width = chance ? `${Number(chance.p * 10000n / chance.q) / 100}%` : "0";
        write(byId("exact-list").children[i], found && chance ? `${words.say(part.dataset.outcome)}: `
            + `${words.say("countOf", {count: found.count, of: odds.of})} = ${asText(chance)}` : "");
    });
}

/** The rows of the table of bets, made once for a game.
 * @typedef {{bet: Bet, body: any, row: any, cells: Record<string, any>, title: any, note: any, more: any}} Row */

export const COLUMNS = ["ev", "edge", "hit", "oneIn", "change", "evRebate", "kelly"];
const WIDE = ["edge", "hit", "oneIn"];

/** @param {Bet} bet
 * @param {number} i
 * @returns {Row} */
export function makeRow(bet, i) {
    const title = make("button", {type: "button", "aria-expanded": "false", "aria-controls": `more-${i}`});
    const note = make("span");
    const pick = make("input", {type: "checkbox"});
    const cells = Object.fromEntries(COLUMNS.map((name) =>
        [name, make("td", {className: `n ${name}${WIDE.includes(name) ? " wide" : ""}`})]));
    const row = make("tr", {"data-bet": bet.name}, [make("td", {className: "pick"}, [pick]),
        make("th", {scope: "row", className: "bet"}, [title, note]), ...Object.values(cells)]);
    const more = make("tr", {className: "more", id: `more-${i}`, hidden: true}, [make("td", {colSpan: 2 + COLUMNS.length})]);
    return {bet, row, cells, title, note, more, body: make("tbody", {}, [row, more])};
}

/** @typedef {{fresh: Value | undefined, rebate: Fraction, kelly: Fraction | null, closed: boolean, picked: boolean}} Beside */

/** @param {Words} words
 * @param {Row} row
 * @param {Value} value
 * @param {Beside} beside */
export function showRow(words, row, value, {fresh, rebate, kelly, closed, picked}) {
    const {bet, cells} = row, {ev, hits, of} = value;
    const title = betWords(words, bet.title);
    write(row.title, title.text);
    mark(row.title, {lang: title.lang});
    const pick = row.row.firstChild.firstChild;
    pick.checked = picked;
    mark(pick, {"aria-label": words.say("chartOf", {bet: title.text})});
    const total = ev && withRebate(ev, rebate), open = bet.conditional ? closed && value.always : !closed;
    const above = Boolean(total && total.p > 0n && open);
    mark(row.row, {"data-ev": ev ? asText(ev) : null, "data-hits": ev ? `${hits}` : null, "data-of": ev ? `${of}` : null,
        class: above ? "good" : null});
    const said = !ev ? words.say(value.status) : above ? words.say("above") : closed && open ? words.say("open")
        : bet.conditional && !closed ? words.say("later") : bet.doubt ? words.say("doubt") : "";
    write(row.note, said);
    row.note.className = !said ? "" : above || (closed && open && ev) ? "mark good" : "mark note";
    const texts = ev && total ? {ev: words.percent(ev, 4, true), edge: words.percent({p: -ev.p, q: ev.q}, 4),
        hit: words.percent(fraction(hits, of), 4), oneIn: hits ? words.decimal(fraction(of, hits), of < 1000n * hits ? 2 : 0)
            : "\u2013",
        change: fresh?.ev ? words.percent(minus(ev, fresh.ev), 4, true) : "\u2013",
        evRebate: words.percent(total, 4, true),
        kelly: kelly ? words.percent(kellyStake(bet, value, rebate, kelly), 2) : ""}
        : Object.fromEntries(COLUMNS.map((name) => [name, "\u2013"]));
    for (const name of COLUMNS) write(cells[name], texts[name]);
    if (!row.more.hidden) showMore(words, row, value);
}

/** @param {Bet} bet
 * @param {Value} value
 * @param {Fraction} rebate
 * @param {Fraction} part
 * @returns {Fraction} to six digits, as all of it that is shown */
function kellyStake(bet, value, rebate, part) {
    const stake = kellyOf(bet, value, Number(rebate.p) / Number(rebate.q));
    return fraction(BigInt(Math.round(stake * 1e8)) * part.p, 100000000n * part.q);
}

/** A bet exactly: its EV as a fraction, and its pay table with the sequences of each line.
 * @param {Words} words
 * @param {Row} row
 * @param {Value} value */
export function showMore(words, {bet, more}, value) {
    const cell = more.firstChild, parts = [];
    if (value.ev) {
        const text = asText(value.ev);
        parts.push(make("p", {className: "value"}, [words.say("fractionEv"), make("span", {className: "x"}, [text]),
            make("button", {type: "button", "data-copy": text}, [words.say("copy")])]));
        parts.push(make("p", {className: "help"}, [
            `${words.say("edge")} ${words.percent({p: -value.ev.p, q: value.ev.q}, 6)} \u00b7 ${words.say("hit")} `
            + `${words.percent(fraction(value.hits, value.of), 6)}`
            + (value.hits ? ` \u00b7 ${words.say("oneIn")} ${words.decimal(fraction(value.of, value.hits), 2)}` : "")]));
        const head = ["line", "pays", "probability", "sequences"].map((key) =>
            make("th", {scope: "col", className: key === "line" ? "" : key === "sequences" ? "n wide" : "n"}, [words.say(key)]));
        const lines = bet.events.map((event, i) => {
            const said = betWords(words, event), name = make("th", {scope: "row"}, [said.text]), pay = bet.pays[i];
            mark(name, {lang: said.lang});
            return make("tr", {}, [name, make("td", {className: "n"}, [pay.p ? payWords(words, pay) : words.say("push")]),
                make("td", {className: "n"}, [words.percent(fraction(value.counts[i], value.of), 6)]),
                make("td", {className: "n wide"}, [words.count(value.counts[i])])]);
        });
        const all = make("tr", {}, [make("th", {scope: "row"}, [words.say("inAll")]), make("td"), make("td"),
            make("td", {className: "n wide"}, [words.count(value.of)])]);
        parts.push(make("table", {}, [make("thead", {}, [make("tr", {}, head)]), make("tbody", {}, [...lines, all])]));
    }
    if (bet.conditional) parts.push(make("p", {className: "help"}, [words.say("conditional")]));
    if (bet.doubt) {
        const why = make("span", {lang: "en"}, [bet.doubt[1]]);
        parts.push(make("p", {className: "help"}, [`${words.say(bet.doubt[0])} `, why]));
    }
    cell.replaceChildren(...parts);
}

/** @param {Words} words
 * @param {Fraction} pay */
function payWords(words, pay) {
    const places = [0, 1, 2].find((n) => 10n ** BigInt(n) % pay.q === 0n);
    return places === undefined ? `${pay.p}/${pay.q}` : words.decimal(pay, places, true);
}

/** The best bets that can be made now, the best first.
 * @param {Row[]} rows
 * @param {Value[]} values
 * @param {Fraction} rebate
 * @returns {{bet: Bet, ev: Fraction}[]} */
export function bestOf(rows, values, rebate) {
    const open = rows.flatMap(({bet}, i) => {
        const {ev} = values[i];
        return ev && !bet.conditional && !bet.doubt ? [{bet, ev: withRebate(ev, rebate)}] : [];
    });
    return open.sort((a, b) => compare(b.ev, a.ev));
}
