// What a position is worth: the outcomes and every bet, in counts and fractions. Laws and pays come from the page's data.
import {countsOf} from "./cards.js";
import {countGiven, countLaw, falling, readNamings, readPolynomial, readWalk, stateOf} from "./law.js";
import {asNumber, fraction, minus, plus, readFraction, readNumbers} from "./numbers.js";

/** @typedef {import("./numbers.js").Fraction} Fraction */
/** @typedef {import("./law.js").Law} Law */
/** @typedef {import("./law.js").Coup} Coup */
/** @typedef {import("./cards.js").Shoe} Shoe */
/** @typedef {import("./position.js").Position} Position */
/** A bet: each line with its event, its net result and the results of its law that it takes; `units` are the net
 * results times `unit`, whole numbers.
 * @typedef {{name: string, title: string, law: number, results: number[][], skipped: number[], rest: number,
 *   positions: number[], conditional: boolean, doubt: [string, string] | null, events: string[], pays: Fraction[],
 *   unit: bigint, units: bigint[]}} Bet */
/** What is known of a bet: its law, or why there is none.
 * @typedef {{status: "ok" | "coarse" | "never" | "short" | "unfollowed", counts: bigint[], of: bigint, hits: bigint,
 *   ev: Fraction | null, always: boolean}} Value */
/** @typedef {{outcomes: {name: string, count: bigint}[] | null, of: bigint, bets: Value[]}} Odds */
/** @typedef {import("./position.js").Rules & {laws: Law[], bets: Bet[], outcomes: Bet}} Table */

/** @param {any} data the page's data
 * @param {any} rules
 * @param {string[]} places
 * @returns {Table} */
export function readTable(data, rules, places) {
    const at = (/** @type {string[]} */ names) => names.map((name) => places.indexOf(name));
    const polynomials = /** @type {Map<number, import("./law.js").Polynomial>} */ (data.read ??= new Map());
    const polynomial = (/** @type {number} */ i) => {
        const read = polynomials.get(i) ?? readPolynomial(data.polynomials[i]);
        polynomials.set(i, read);
        return read;
    };
    const laws = rules.laws.map((/** @type {any} */ law) => {
        const classOf = readNumbers(law.classes), classes = Math.max(...classOf) + 1;
        /** @type {{parts?: import("./law.js").Part[], walk?: import("./law.js").Walk | null}} */
        const lazy = {};  // most pages are read to the end only when they are asked for what is there
        return {classOf, classes, length: law.length, scale: law.scale, results: law.results, positions: at(law.positions),
            get parts() {
                return lazy.parts ??= law.parts.map((/** @type {[number, number, string]} */ [i, number, namings]) =>
                    ({polynomial: polynomial(i), namings: readNamings(namings, number)}));
            },
            get walk() {
                return lazy.walk === undefined
                    ? lazy.walk = law.walk === null ? null : readWalk(data.walks[law.walk], classes, law.scale) : lazy.walk;
            }};
    });
    const {course} = rules, classOf = readNumbers(course.classes);
    const bets = rules.bets.map((/** @type {any} */ bet) => readBet({...bet, positions: at(bet.positions)}));
    return {positions: at(rules.positions), most: rules.most, names: places, laws, bets,
        outcomes: readBet({...rules.outcomes, name: "outcomes", title: "", law: 0, positions: at(rules.positions),
            pays: rules.outcomes.names.map((/** @type {string} */ name) => [name, "0"])}),
        course: {walk: readWalk(data.walks[course.walk], Math.max(...classOf) + 1, course.scale), classOf,
            totals: readNumbers(course.totals), ends: course.ends}};
}

/** @param {any} data
 * @returns {Bet} */
function readBet({name, title, law, lines, positions, offered, doubt, pays}) {
    const nets = pays.map((/** @type {[string, string]} */ [, pay]) => /** @type {Fraction} */ (readFraction(pay)));
    const unit = nets.reduce((/** @type {bigint} */ common, /** @type {Fraction} */ {q}) => common * fraction(common, q).q, 1n);
    const line = readNumbers(lines).map((each) => each - 1);
    const results = nets.map((/** @type {Fraction} */ _, /** @type {number} */ i) =>
        line.flatMap((each, r) => (each === i ? [r] : [])));
    return {name, title, law, results, skipped: line.flatMap((each, r) => (each < 0 ? [r] : [])), positions,
        rest: results.reduce((/** @type {number} */ most, /** @type {number[]} */ each, /** @type {number} */ i) =>
            (each.length > results[most].length ? i : most), 0),
        conditional: Boolean(offered), doubt: doubt ?? null, unit,
        events: pays.map((/** @type {[string, string]} */ [event]) => event), pays: nets,
        units: nets.map((/** @type {Fraction} */ {p, q}) => p * (unit / q))};
}

/** The sequences of each line of a bet, out of those in which it is offered; the line with the most results is what
 * remains.
 * @param {Bet} bet
 * @param {import("./law.js").Counts} counts
 * @returns {{counts: bigint[], of: bigint}} */
function linesOf({results, skipped, rest}, {counts, of}) {
    const sum = (/** @type {number[]} */ among) => {
        let total = 0n;
        for (const r of among) total += counts[r];
        return total;
    };
    const offered = of - sum(skipped);
    const lines = results.map((among, i) => (i === rest ? 0n : sum(among)));
    lines[rest] = lines.reduce((left, value) => left - value, offered);
    return {counts: lines, of: offered};
}

/** @type {Value} */
const NOTHING = {status: "ok", counts: [], of: 0n, hits: 0n, ev: null, always: true};

/** The outcomes and some bets on a shoe, before a coup or given the cards on the table (which are not in the shoe).
 * @param {Table} table
 * @param {Shoe} shoe
 * @param {Coup | null} coup
 * @param {number[]} bets places in the table
 * @returns {Odds} */
export function oddsOf(table, shoe, coup, bets) {
    const dealt = coup ? coup.cards.size : 0;
    if (shoe.cards < table.most - dealt)
        return {outcomes: null, of: 0n, bets: bets.map(() => ({...NOTHING, status: "short"}))};
    /** @type {Map<number, import("./law.js").Counts | null | undefined>} */
    const counted = new Map();
    const countsFor = (/** @type {number} */ i) => {
        if (!counted.has(i)) {
            const law = table.laws[i], counts = countsOf(shoe, law.classOf, law.classes);
            counted.set(i, counts ? coup ? countGiven(law, counts, shoe.cards, coup) : countLaw(law, counts, shoe.cards)
                : undefined);
        }
        return counted.get(i);
    };
    const values = bets.map((i) => valueOf(table.bets[i], table.laws[table.bets[i].law], countsFor(table.bets[i].law), shoe,
        coup));
    const all = countsFor(table.outcomes.law);
    if (!all) return {outcomes: null, of: 0n, bets: values};
    const {counts, of} = linesOf(table.outcomes, all);
    return {outcomes: table.outcomes.events.map((name, i) => ({name, count: counts[i]})), of, bets: values};
}

/** @param {Bet} bet
 * @param {Law} law
 * @param {import("./law.js").Counts | null | undefined} counts
 * @param {Shoe} shoe
 * @param {Coup | null} coup
 * @returns {Value} */
function valueOf(bet, law, counts, shoe, coup) {
    if (!counts) return {...NOTHING, status: counts === null ? "unfollowed" : "coarse"};
    const all = linesOf(bet, counts);
    if (!all.of) return {...NOTHING, status: "never"};
    const over = bet.units.reduce((sum, units, i) => sum + units * all.counts[i], 0n);
    const ev = fraction(over, all.of * bet.unit), always = all.of === counts.of;
    if (bet.positions.length < law.positions.length) {
        // the bet looks at fewer cards than its law: its counts are of the sequences of those
        const own = falling(BigInt(shoe.cards), bet.positions.filter((place) => !coup?.cards.has(place)).length);
        all.counts = all.counts.map((count) => count * own / all.of);
        all.of = own;
    }
    const hits = bet.units.reduce((sum, units, i) => (units > 0n ? sum + all.counts[i] : sum), 0n);
    return {status: "ok", ...all, hits, ev, always};
}

/** What removing one card of each kind of card does to the EV of a bet; null where the bet has no EV here or there.
 * @param {Table} table
 * @param {Shoe} shoe
 * @param {number} bet
 * @returns {{kinds: number[], effect: Fraction}[] | null} */
export function effectsOf(table, shoe, bet) {
    const now = oddsOf(table, shoe, null, [bet]).bets[0];
    if (!now.ev || shoe.cards <= table.most) return null;
    const {classOf, classes} = table.laws[table.bets[bet].law], effects = [];
    for (let cls = 0; cls < classes; cls++) {
        const kinds = classOf.flatMap((each, kind) => (each === cls ? [kind] : []));
        const held = shoe.holdings.find(({kinds: [kind]}) => classOf[kind] === cls);
        if (!held) continue;
        const left = {cards: shoe.cards - 1, holdings: shoe.holdings.map((each) =>
            (each === held ? {...each, count: each.count - 1} : each))};
        const {ev} = oddsOf(table, left, null, [bet]).bets[0];
        if (ev) effects.push({kinds, effect: minus(ev, now.ev)});
    }
    return effects;
}

/** What a bet paid on a finished coup: its net result on a unit; null where it was not offered, undefined where the cards
 * are known too coarsely or the law does not follow a coup.
 * @param {Table} table
 * @param {number} bet
 * @param {Coup} coup
 * @returns {Fraction | null | undefined} */
export function netOf(table, bet, {cards, stood}) {
    const {law, results, pays} = table.bets[bet], {walk, classOf} = table.laws[law];
    if (!walk) return undefined;
    let coarse = false;
    const state = stateOf(walk, (place) => {
        const kinds = cards.get(place);
        if (!kinds) return -1;
        coarse ||= kinds.some((kind) => classOf[kind] !== classOf[kinds[0]]);
        return classOf[kinds[0]];
    }, stood);
    if (coarse || walk.kind[state]) return undefined;
    const line = results.findIndex((among) => among.includes(walk.result[state]));
    return line < 0 ? null : pays[line];
}

/** The stake, as a part of the bankroll, that makes it grow fastest in the long run; 0 for a bet that loses. It is the
 * root of a polynomial, found by halving.
 * @param {Bet} bet
 * @param {Value} value
 * @param {number} rebate on every unit staked
 * @returns {number} */
export function kellyOf(bet, value, rebate) {
    const nets = bet.pays.map((pay) => asNumber(pay) + rebate);
    const chances = value.counts.map((count) => asNumber(fraction(count, value.of)));
    const slope = (/** @type {number} */ stake) => nets.reduce((sum, net, i) =>
        (chances[i] ? sum + chances[i] * net / (1 + stake * net) : sum), 0);
    const worst = Math.min(...nets.filter((_, i) => chances[i]));
    if (slope(0) <= 0) return 0;
    let low = 0, high = worst < 0 ? Math.min(1, -1 / worst) : 1;
    for (let i = 0; i < 60; i++) {
        const middle = (low + high) / 2;
        if (slope(middle) > 0) low = middle;
        else high = middle;
    }
    return low;
}

/** @param {Fraction} ev
 * @param {Fraction} rebate */
export const withRebate = (ev, rebate) => (rebate.p ? plus(ev, rebate) : ev);
