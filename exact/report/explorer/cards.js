// Cards by name and the shoe: how many cards of each kind are left, as finely as is known.

/** A card as people name it: one kind (9h), a rank (9, K) or any ten-valued card (0).
 * @typedef {{name: string, kinds: number[]}} Card */
/** Cards that are not distinguished, in the order of their lowest kinds.
 * @typedef {{name: string, kinds: number[], count: number}} Holding */
/** @typedef {{holdings: Holding[], cards: number}} Shoe */

/** What is wrong with what a person did, as the key of a sentence of the words and what it speaks of. */
export class Problem extends Error {
    /** @param {string} key
     * @param {Record<string, string | number>} about */
    constructor(key, about = {}) {
        super(key);
        this.key = key;
        this.about = about;
    }
}

/** The names of cards.
 * @typedef {{byName: Map<string, Card>, ranks: string, suits: string, points: number[]}} Deck */

/** @param {{ranks: string, suits: string, points: string}} data
 * @returns {Deck} */
export function readDeck({ranks, suits, points}) {
    const pips = Array.from(points, Number);
    /** @type {Map<string, Card>} */
    const byName = new Map();
    const add = (/** @type {string} */ name, /** @type {number[]} */ kinds) => byName.set(name, {name, kinds});
    const of = (/** @type {number} */ rank) => Array.from(suits, (_, suit) => suits.length * rank + suit);
    add("0", pips.flatMap((value, kind) => (value ? [] : [kind])));
    Array.from(ranks).forEach((name, rank) => {
        add(name, of(rank));
        of(rank).forEach((kind, suit) => add(name + suits[suit], [kind]));
    });
    return {byName, ranks, suits, points: pips};
}

/** @param {Deck} deck
 * @param {string} text `9h`, `K`, `10`, `1`, `0`, in any letters
 * @returns {Card} */
export function readCard(deck, text) {
    const match = /^(10|[0-9ATJQK])([CDHS\u2663\u2666\u2665\u2660])?$/.exec(text.trim().toUpperCase());
    const rank = match && ({1: "A", 10: "T"}[match[1]] ?? match[1]);
    const suit = match?.[2] ? {"\u2663": "c", "\u2666": "d", "\u2665": "h", "\u2660": "s"}[match[2]] ?? match[2].toLowerCase()
        : "";
    const card = deck.byName.get(`${rank}${suit}`);
    if (!card) throw new Problem("noCard", {card: short(text)});
    return card;
}

/** A text of a person's, for a sentence.
 * @param {string} text */
export function short(text) {
    const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u200e-\u200f\u202a-\u202e\u2066-\u2069]/g, " ").trim();
    return plain.length > 24 ? `${plain.slice(0, 23)}\u2026` : plain;
}

/** @param {Holding[]} holdings
 * @returns {Shoe} */
function shoeOf(holdings) {
    const kept = holdings.filter((holding) => holding.count).sort((a, b) => a.kinds[0] - b.kinds[0]);
    return {holdings: kept, cards: kept.reduce((sum, {count}) => sum + count, 0)};
}

/** @param {Deck} deck
 * @param {number} decks
 * @returns {Shoe} */
export function freshShoe(deck, decks) {
    return shoeOf([...deck.byName.values()].filter(({kinds}) => kinds.length === 1)
        .map((card) => ({...card, count: decks})));
}

/** @param {[Card, number][]} pairs
 * @param {number} most
 * @returns {Shoe} */
export function shoeFrom(pairs, most) {
    const taken = new Set();
    for (const [{name, kinds}, count] of pairs) {
        if (!Number.isSafeInteger(count) || count < 0) throw new Problem("noCount", {card: name, count: short(`${count}`)});
        for (const kind of kinds) {
            if (taken.has(kind)) throw new Problem("twice", {card: name});
            taken.add(kind);
        }
    }
    const shoe = shoeOf(pairs.map(([card, count]) => ({...card, count})));
    if (shoe.cards > most) throw new Problem("tooMany", {cards: shoe.cards, most});
    return shoe;
}

/** The shoe without a card; of one known by rank alone the suits are not distinguished any more.
 * @param {Deck} deck
 * @param {Shoe} shoe
 * @param {Card} card
 * @returns {Shoe} */
export function without(deck, shoe, card) {
    const touched = shoe.holdings.filter((held) => held.kinds.some((kind) => card.kinds.includes(kind)));
    if (!touched.length) throw new Problem("notLeft", {card: card.name});
    const kinds = touched.length === 1 ? touched[0].kinds
        : [...new Set([...card.kinds, ...touched.flatMap((held) => held.kinds)])].sort((a, b) => a - b);
    const name = touched.length === 1 ? touched[0].name : nameOf(deck, kinds);
    const count = touched.reduce((sum, held) => sum + held.count, -1);
    return shoeOf([...shoe.holdings.filter((held) => !touched.includes(held)), {name, kinds, count}]);
}

/** @param {Deck} deck
 * @param {number[]} kinds */
function nameOf(deck, kinds) {
    for (const card of deck.byName.values())
        if (card.kinds.length === kinds.length && card.kinds.every((kind, i) => kind === kinds[i])) return card.name;
    return "";
}

/** Cards of each class; null where the shoe is known too coarsely.
 * @param {Shoe} shoe
 * @param {number[]} classOf
 * @param {number} classes
 * @returns {number[] | null} */
export function countsOf(shoe, classOf, classes) {
    const counts = new Array(classes).fill(0);
    for (const {kinds, count} of shoe.holdings) {
        const cls = classOf[kinds[0]];
        if (kinds.some((kind) => classOf[kind] !== cls)) return null;
        counts[cls] += count;
    }
    return counts;
}

/** How many cards of a kind of card are left; null where that is not known.
 * @param {Shoe} shoe
 * @param {number[]} kinds
 * @returns {number | null} */
export function countOf(shoe, kinds) {
    let sum = 0;
    for (const held of shoe.holdings) {
        const inside = held.kinds.filter((kind) => kinds.includes(kind)).length;
        if (inside && inside < held.kinds.length) return null;
        if (inside) sum += held.count;
    }
    return sum;
}

/** The composition in names, as coarse as it is: by point value, by rank, or by card.
 * @param {Deck} deck
 * @param {Shoe} shoe
 * @returns {[string, number][]} */
export function composition(deck, shoe) {
    const levels = [["0", ...Array.from(deck.ranks).filter((_, rank) => deck.points[deck.suits.length * rank])],
        Array.from(deck.ranks)];
    for (const names of levels) {
        const held = names.map((name) => /** @type {Card} */ (deck.byName.get(name)));
        if (shoe.holdings.every(({kinds}) => held.some((card) => card.kinds.length === kinds.length
                && card.kinds[0] === kinds[0])))
            return held.map((card) => [card.name, countOf(shoe, card.kinds) ?? 0]);
    }
    return shoe.holdings.map(({name, count}) => [name, count]);
}
