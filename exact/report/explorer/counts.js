// Running and true counts, with the tags of a published count or of one's own.
import {Problem, short} from "./cards.js";
import {fraction, minus, plus, readFraction} from "./numbers.js";

/** @typedef {import("./numbers.js").Fraction} Fraction */

/** The tag of each kind from `4-7=-1 8,9=2`, or ten numbers for A, 2 ... 9, 0; kinds without one count 0.
 * @param {import("./cards.js").Deck} deck
 * @param {string} text
 * @returns {Fraction[]} */
export function readTags(deck, text) {
    if (text.length > 1000) throw new Problem("noTags", {tags: short(text)});
    const {ranks, suits, points} = deck, size = suits.length;
    /** @type {(Fraction | null)[]} */
    const tags = new Array(ranks.length * size).fill(null);
    const wrong = (/** @type {string} */ part) => new Problem("noTags", {tags: short(part)});
    if (!text.includes("=")) {
        const listed = text.split(/[\s,;]+/).filter(Boolean).map(readFraction);
        if (listed.length !== 10 || listed.some((tag) => !tag)) throw wrong(text);
        return points.map((value) => /** @type {Fraction} */ (listed[(value + 9) % 10]));
    }
    for (const part of text.replace(/(=[^,\s]*),/g, "$1 ").split(/\s+/).filter(Boolean)) {
        const [names, number, ...rest] = part.split("="), tag = readFraction(number ?? "");
        if (!names || !tag || rest.length) throw wrong(part);
        for (const kind of names.split(",").flatMap((name) => kindsOf(deck, name, () => wrong(part)))) {
            if (tags[kind]) throw wrong(part);
            tags[kind] = tag;
        }
    }
    return tags.map((tag) => tag ?? fraction(0n));
}

/** A card, a rank, 0, or a range of ranks, in which 0 stands below the ace and behind the 9.
 * @param {import("./cards.js").Deck} deck
 * @param {string} name
 * @param {() => Problem} wrong
 * @returns {number[]} */
function kindsOf({byName, ranks}, name, wrong) {
    const ends = name.toUpperCase().split("-").map((end) => ({1: "A", 10: "T"}[end] ?? end));
    if (ends.length === 1) {
        const card = byName.get(ends[0]) ?? byName.get(ends[0].slice(0, -1) + ends[0].slice(-1).toLowerCase());
        if (!card) throw wrong();
        return card.kinds;
    }
    const [low, high] = ends.map((end, i) => (end === "0" ? i * ranks.length - (1 - i) : ranks.indexOf(end)));
    if (ends.length > 2 || ends.some((end) => end.length !== 1 || (end !== "0" && !ranks.includes(end))) || low >= high)
        throw wrong();
    const tens = low < 0 ? /** @type {import("./cards.js").Card} */ (byName.get("0")).kinds : [];
    const named = Array.from(ranks).flatMap((rank, i) => (i >= low && i <= high ? byName.get(rank)?.kinds ?? [] : []));
    return [...new Set([...tens, ...named])];
}

/** The running count and the true count per deck left; null where the shoe does not tell cards of different tags apart.
 * @param {Fraction[]} tags
 * @param {import("./cards.js").Shoe} shoe
 * @param {number} decks of the fresh shoe
 * @param {Fraction} start
 * @returns {{running: Fraction, trueCount: Fraction | null} | null} */
export function countsNow(tags, shoe, decks, start) {
    const times = (/** @type {Fraction} */ {p, q}, /** @type {number} */ n) => fraction(p * BigInt(n), q);
    let running = tags.reduce((sum, tag) => plus(sum, times(tag, decks)), start);
    for (const {kinds, count} of shoe.holdings) {
        if (kinds.some((kind) => tags[kind].p * tags[kinds[0]].q !== tags[kinds[0]].p * tags[kind].q)) return null;
        running = minus(running, times(tags[kinds[0]], count));
    }
    return {running, trueCount: shoe.cards ? fraction(running.p * BigInt(tags.length), running.q * BigInt(shoe.cards)) : null};
}
