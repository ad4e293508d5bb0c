// Where a person is: the shoe that it began with, the cards that came out, and the coup on the table.
// What follows a card is asked of the automaton of the rules, which says whose card is next and when a coup is over.
import {Problem, freshShoe, readCard, shoeFrom, without} from "./cards.js";
import {stateOf} from "./law.js";

/** @typedef {import("./cards.js").Card} Card */
/** @typedef {import("./cards.js").Deck} Deck */
/** @typedef {import("./cards.js").Shoe} Shoe */
/** @typedef {import("./law.js").Coup} Coup */
/** The rules of a game: the places that take a card of the shoe, the most cards of a coup, and its course.
 * @typedef {{positions: number[], most: number, names: string[], course: {walk: import("./law.js").Walk,
 *   classOf: number[], totals: number[], ends: number[][]}}} Rules */
/** A card that came out: merely seen (hand ""), or dealt to a hand; or, without a card, that a hand stood.
 * @typedef {{hand: "" | "P" | "B", card: Card | null}} Item */
/** @typedef {{game: number, decks: number, base: [Card, number][] | null}} Start */
/** A position: what it began with, the last item and the position before it; the shoe without the cards on the table;
 * the coup, if one is on the table, with the shoe before it; and the last coup that ended.
 * @typedef {{start: Start, item: Item | null, before: Position | null, items: number, shoe: Shoe, coup: Coup | null,
 *   opening: Position | null, ended: Ended | null, coups: number}} Position */
/** @typedef {{coup: Coup, totals: number[], winner: number}} Ended */
/** @typedef {{over: number[] | null, place: number, mayStand: boolean, totals: number[]}} Status */

/** @param {Deck} deck
 * @param {Rules} rules
 * @param {Start} start
 * @param {number} most
 * @returns {Position} */
export function begin(deck, rules, start, most) {
    const shoe = start.base ? shoeFrom(start.base, most) : freshShoe(deck, start.decks);
    if (shoe.cards < rules.most) throw new Problem("tooFew", {cards: shoe.cards, most: rules.most});
    return {start, item: null, before: null, items: 0, shoe, coup: null, opening: null, ended: null, coups: 0};
}

/** How a coup stands: over, or whose card is next (`place`), and what each hand has so far.
 * @param {Rules} rules
 * @param {Coup} coup
 * @returns {Status} */
export function statusOf({course, positions}, coup) {
    const {walk, classOf, totals, ends} = course;
    const classAt = (/** @type {number} */ place) => {
        const kinds = coup.cards.get(place);
        return kinds ? classOf[kinds[0]] : -1;
    };
    let state = stateOf(walk, classAt, coup.stood);
    if (!walk.kind[state]) {
        const [player, banker] = ends[walk.result[state]];
        return {over: ends[walk.result[state]], place: -1, mayStand: false, totals: [player, banker]};
    }
    const place = walk.position[state], mayStand = walk.kind[state] === 1;
    // Cards that lie beyond the next place (of those that every coup fills) count as well: a card of no points stands in.
    const filled = firstPlaces(positions);
    if (filled.includes(place))
        state = stateOf(walk, (at) => (filled.includes(at) ? Math.max(classAt(at), 0) : -1), new Set());
    return {over: null, place, mayStand, totals: [totals[2 * state], totals[2 * state + 1]]};
}

/** The places that every coup fills; the last two are those that the rules decide about.
 * @param {number[]} positions */
const firstPlaces = (positions) => positions.filter((place) => place < 4);

/** Whose hand a place belongs to.
 * @param {number} place
 * @returns {"P" | "B"} */
export const handOf = (place) => (place % 2 ? "B" : "P");

/** The place that a card goes to: the next one, or the next of a hand that is named; `handFirst` fills one hand first.
 * @param {Rules} rules
 * @param {Coup} coup
 * @param {"" | "P" | "B"} hand
 * @param {boolean} handFirst
 * @returns {{place: number, stood: Set<number>}} */
function placeFor(rules, coup, hand, handFirst) {
    let stood = coup.stood;
    for (;;) {
        const status = statusOf(rules, {cards: coup.cards, stood});
        const open = firstPlaces(rules.positions).filter((place) => !coup.cards.has(place));
        if (handFirst) open.sort((a, b) => a % 2 - b % 2 || a - b);
        const place = open.length ? open.find((at) => !hand || handOf(at) === hand) ?? -1 : status.place;
        if (place >= 0 && (!hand || handOf(place) === hand)) return {place, stood};
        if (place < 0 || !status.mayStand)
            throw new Problem("outOfTurn", {hand: hand || "P", next: open[0] ?? status.place});
        stood = new Set([...stood, place]);  // a card to the other hand says that this one stood
    }
}

/** The position with one item more.
 * @param {Deck} deck
 * @param {Rules} rules
 * @param {Position} position
 * @param {Item | {hand: "next", card: Card}} item `next`: to the hand whose card is next
 * @param {boolean} [handFirst]
 * @returns {Position} */
export function after(deck, rules, position, item, handFirst = false) {
    const {card} = item;
    const shared = {...position, before: position, items: position.items + 1};
    if (card && item.hand === "") return {...shared, item: {hand: "", card}, shoe: without(deck, position.shoe, card)};
    const coup = position.coup ?? {cards: new Map(), stood: new Set()};
    /** @type {Coup} */
    let dealt;
    /** @type {Item} */
    let given;
    let {shoe} = position;
    if (card) {
        if (!position.coup && shoe.cards < rules.most) throw new Problem("shoeOver", {cards: shoe.cards, most: rules.most});
        const hand = item.hand === "next" ? "" : item.hand;
        const {place, stood} = placeFor(rules, coup, hand, handFirst);
        shoe = without(deck, shoe, card);
        dealt = {cards: new Map([...coup.cards, [place, card.kinds]]), stood};
        given = {hand: handOf(place), card};
    } else {
        const status = statusOf(rules, coup);
        if (!status.mayStand || (item.hand && item.hand !== "next" && handOf(status.place) !== item.hand))
            throw new Problem("noChoice");
        dealt = {cards: coup.cards, stood: new Set([...coup.stood, status.place])};
        given = {hand: handOf(status.place), card: null};
    }
    const {over} = statusOf(rules, dealt);
    const opening = position.coup ? /** @type {Position} */ (position.opening) : position;
    if (!over) return {...shared, item: given, shoe, coup: dealt, opening};
    return {...shared, item: given, shoe, coup: null, opening: null, coups: position.coups + 1,
        ended: {coup: dealt, totals: over.slice(0, 2), winner: over[2]}};
}

/** A position from its beginning and its items.
 * @param {Deck} deck
 * @param {Rules} rules
 * @param {Start} start
 * @param {Iterable<Item | {hand: "next", card: Card}>} items
 * @param {number} most
 * @returns {Position} */
export function replay(deck, rules, start, items, most) {
    let position = begin(deck, rules, start, most);
    for (const item of items) position = after(deck, rules, position, item);
    return position;
}

/** The positions from the first to this one.
 * @param {Position} position
 * @returns {Position[]} */
export function history(position) {
    const all = [position];
    while (all[all.length - 1].before) all.push(/** @type {Position} */ (all[all.length - 1].before));
    return all.reverse();
}

/** An item as a text: `9` merely seen, `P9h` dealt to Player, `B-` Banker stood.
 * @param {Item} item */
export const itemText = ({hand, card}) => hand + (card ? card.name : "-");

/** @param {Deck} deck
 * @param {string} text
 * @param {boolean} follow whether a card without a hand is dealt to the hand whose card is next
 * @returns {Item | {hand: "next", card: Card}} */
export function readItem(deck, text, follow) {
    const match = /^([PB])(-|.+)$/i.exec(text.trim());
    if (!match) return {hand: follow ? "next" : "", card: readCard(deck, text)};
    const hand = /** @type {"P" | "B"} */ (match[1].toUpperCase());
    return {hand, card: match[2] === "-" ? null : readCard(deck, match[2])};
}
