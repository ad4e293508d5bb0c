// The table of bets: its rows in their order, and the best of them in a sentence.
import {app, deck, fieldOf, game, page, rebate, table, ZERO} from "./app.js";
import {compare, fraction, minus} from "./numbers.js";
import {kellyOf, oddsOf} from "./odds.js";
import {begin, statusOf} from "./position.js";
import {bestOf, betWords, byId, endedWords, mark, showRow, write} from "./view.js";

/** Values on the fresh shoe, by game and decks.
 * @type {Map<string, import("./odds.js").Value[]>} */
const freshValues = new Map();

export function showBets() {
    const {start, coup} = app.position, key = `${start.game}:${start.decks}`, back = rebate(), part = fieldOf("kelly", null);
    let fresh = freshValues.get(key);
    if (!fresh) {
        const begun = app.position.items || start.base ? begin(deck, table(), {...start, base: null}, page.mostCards) : app.position;
        fresh = begun === app.position ? app.odds.bets : oddsOf(table(), begun.shoe, null, game().bets).bets;
        freshValues.set(key, fresh);
    }
    const list = byId("bets");
    list.classList.toggle("closed", Boolean(coup));
    list.classList.toggle("with-rebate", back.p !== 0n);
    list.classList.toggle("with-kelly", Boolean(part));
    app.rows.forEach((row, i) => showRow(app.words, row, app.odds.bets[i], {fresh: fresh?.[i], rebate: back, kelly: part,
        closed: Boolean(coup), picked: app.charts.includes(row.bet.name)}));
    sortRows();
    filterRows();
}

export function filterRows() {
    const wanted = byId("filter").value.trim().toLowerCase(), above = byId("only-above").checked;
    let shown = 0;
    for (const {bet, body, row} of app.rows) {
        const hidden = (above && !row.classList.contains("good"))
            || !`${bet.name} ${bet.title} ${betWords(app.words, bet.title).text}`.toLowerCase().includes(wanted);
        if (body.hidden !== hidden) body.hidden = hidden;
        shown += hidden ? 0 : 1;
    }
    byId("no-bet").hidden = shown > 0;
    write(byId("no-bet"), app.words.say(above ? "noneAbove" : "noneShown"));
}

export function sortRows() {
    const {sort, up} = app, order = app.rows.map((_, i) => i);
    const valueAt = (/** @type {number} */ i) => {
        const {ev, hits, of} = app.odds.bets[i], fresh = freshValues.get(`${app.position.start.game}:${app.position.start.decks}`)?.[i];
        if (!ev) return null;
        return sort === "change" ? fresh?.ev ? minus(ev, fresh.ev) : null : sort === "hit" ? fraction(hits, of)
            : sort === "oneIn" ? hits ? fraction(of, hits) : null : sort === "edge" ? {p: -ev.p, q: ev.q}
                : sort === "kelly" ? fraction(BigInt(Math.round(1e9 * Number(app.rows[i].cells.kelly.textContent
                    .replace(app.words.point, ".").replace(/[^\d.]/g, "")))), 1000000000n) : ev;
    };
    if (sort === "name") {
        const collator = new Intl.Collator(app.words.language, {numeric: true});
        order.sort((a, b) => collator.compare(app.rows[a].title.textContent, app.rows[b].title.textContent) * (up ? 1 : -1));
    } else if (sort) {
        const values = order.map(valueAt);
        order.sort((a, b) => {
            const x = values[a], y = values[b];
            return !x || !y ? Number(!x) - Number(!y) : compare(x, y) * (up ? 1 : -1);
        });
    }
    for (const head of document.querySelectorAll("#bets th[data-sort]")) {
        const name = /** @type {HTMLElement} */ (head).dataset.sort;
        mark(head, {"aria-sort": name === sort ? up ? "ascending" : "descending" : null});
    }
    const bodies = [...document.querySelectorAll("#bets tbody")];
    if (order.some((i, at) => bodies[at] !== app.rows[i].body)) {
        const focused = /** @type {HTMLElement | null} */ (document.activeElement);
        document.querySelector("#bets table")?.append(...order.map((i) => app.rows[i].body));
        if (focused && focused !== document.activeElement && document.contains(focused)) focused.focus();
    }
}

export function showBest() {
    const {coup, shoe} = app.position, best = byId("best"), beside = byId("beside");
    const title = (/** @type {import("./odds.js").Bet} */ bet) => betWords(app.words, bet.title).text;
    best.className = "";
    if (coup) {
        const open = app.rows.filter(({bet}, i) => bet.conditional && app.odds.bets[i].ev && app.odds.bets[i].always);
        write(best, `${app.words.say("player")} ${statusOf(table(), coup).totals[0]} : ${statusOf(table(), coup).totals[1]} ${
            app.words.say("banker")}`);
        write(beside, app.words.say(open.length ? "closedBut" : "closed", {bets: open.map(({bet}) => title(bet)).join(", ")}));
        return;
    }
    if (shoe.cards < table().most) {
        write(best, app.words.say("shoeOver", {cards: shoe.cards, most: table().most}));
        write(beside, app.position.ended ? endedWords(app.words, app.position) : "");
        return;
    }
    const [first, second] = bestOf(app.rows, app.odds.bets, rebate());
    if (!first) {
        write(best, app.words.say("noneOpen"));
        write(beside, "");
        return;
    }
    const above = first.ev.p > 0n;
    best.className = above ? "good" : "";
    write(best, app.words.say(rebate().p ? "bestRebate" : "best", {bet: title(first.bet), ev: app.words.percent(first.ev, 4, true)}));
    write(beside, [second ? app.words.say("bestAhead", {bet: title(second.bet), difference: app.words.percent(minus(first.ev, second.ev), 4)})
        : "", app.words.say(above ? "bestAbove" : "bestBelow")].join(" "));
}
