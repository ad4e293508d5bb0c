// The laws of bets: polynomials and automata as encode.py writes them, evaluated on the cards that are left.
// Nothing here knows a rule or a pay; docs/explorer.md has the mathematics and the bounds.
import {readNumbers, unsigned} from "./numbers.js";

/** A polynomial, in the order of a walk through its multisets: each step goes to a depth and multiplies by the cards of
 * a class, less those of it taken before.
 * @typedef {{classes: number, length: number, results: number, most: number, depth: Uint8Array, of: Uint8Array,
 *   taken: Uint8Array, start: Int32Array, result: Int16Array, weight: Float64Array}} Polynomial */
/** @typedef {{polynomial: Polynomial, namings: {common: number, others: number[][]}[]}} Part */
/** The states of an automaton: 0 an end with its result and weight, 1 a choice, 2 a draw; `then` has the next states.
 * @typedef {{classes: number, scale: number, kind: Uint8Array, position: Uint8Array, result: Int32Array,
 *   weight: Float64Array, then: Int32Array, first: number}} Walk */
/** @typedef {{classOf: number[], classes: number, length: number, scale: number, results: number, parts: Part[],
 *   positions: number[], walk: Walk | null}} Law */
/** Sequences for each result.
 * @typedef {{counts: bigint[], of: bigint}} Counts */
/** A coup in progress: the kinds that each card on the table may be by its place, and the hands that stood by the place
 * of the card that they did not take.
 * @typedef {{cards: Map<number, number[]>, stood: Set<number>}} Coup */

const SAFE_NUMBER = 2 ** 53;

/** @param {{classes: number, length: number, results: number, most: number, shape: string, sizes: string,
 *   steps: string, weights: string}} data
 * @returns {Polynomial} */
export function readPolynomial({classes, length, results, most, ...data}) {
    const shape = readNumbers(data.shape), sizes = readNumbers(data.sizes), steps = readNumbers(data.steps);
    const size = shape.length, depth = new Uint8Array(size), of = new Uint8Array(size), taken = new Uint8Array(size);
    const start = new Int32Array(size + 1), result = new Int16Array(steps.length);
    const path = new Array(length).fill(0), times = new Array(length).fill(0);
    for (let i = 0, at = 0; i < size; i++) {
        const d = depth[i] = Math.floor(shape[i] / classes), cls = of[i] = shape[i] % classes;
        taken[i] = times[d] = d && path[d - 1] === cls ? times[d - 1] + 1 : 0;
        path[d] = cls;
        for (let last = -1; at < start[i] + sizes[i]; at++) result[at] = last += steps[at] + 1;
        start[i + 1] = at;
    }
    return {classes, length, results, most, depth, of, taken, start, result,
        weight: Float64Array.from(readNumbers(data.weights), unsigned)};
}

/** @param {string} text
 * @param {number} classes
 * @param {number} scale
 * @returns {Walk} */
export function readWalk(text, classes, scale) {
    const data = readNumbers(text);
    const kind = [], position = [], result = [], weight = [], then = [];
    for (let at = 0, place = 0; at < data.length; place++) {
        const code = data[at++];
        kind.push(Math.min(code, 2));
        const ending = code === 0, choice = code === 1;
        position.push(ending ? 0 : choice ? data[at++] : Math.floor((code - 2) / 2));
        result.push(ending ? data[at++] : 0);
        weight.push(ending && scale > 1 ? data[at++] : 1);
        const row = new Array(classes).fill(0);
        if (choice) {
            row[0] = place - data[at++];
            row[1] = place - data[at++];
        } else if (!ending && code % 2) {
            row.fill(place - data[at++]);
            for (let n = data[at++], cls = -1; n > 0; n--) {
                cls += data[at++] + 1;
                row[cls] = place - data[at++];
            }
        } else if (!ending) {
            /** @type {number[]} */
            const named = [];
            for (let cls = 0; cls < classes; cls++) {
                const value = data[at++];
                if (value >= named.length) named.push(value - named.length + 1);
                row[cls] = place - (value < named.length ? named[value] : named[named.length - 1]);
            }
        }
        then.push(...row);
    }
    return {classes, scale, kind: Uint8Array.from(kind), position: Uint8Array.from(position),
        result: Int32Array.from(result), weight: Float64Array.from(weight), then: Int32Array.from(then),
        first: kind.length - 1};
}

/** @param {string} text
 * @param {number} number how many there are
 * @returns {{common: number, others: number[][]}[]} */
export function readNamings(text, number) {
    const data = readNumbers(text), namings = [];
    for (let at = 0; namings.length < number;) {
        const common = data[at++], others = [];
        for (let n = data[at++], place = -1; n > 0; n--) others.push([place += data[at++] + 1, data[at++]]);
        namings.push({common, others});
    }
    return namings;
}

/** n (n-1) ... (n-k+1)
 * @param {bigint} n
 * @param {number} k
 * @returns {bigint} */
export function falling(n, k) {
    let product = 1n;
    for (let i = 0n; i < BigInt(k); i++) product *= n - i;
    return product;
}

/** Sums of terms in doubles: exact while the shoe has at most `most` cards.
 * @param {Polynomial} polynomial
 * @param {ArrayLike<number>} counts
 * @param {number} cards
 * @returns {Float64Array} */
function sumInDoubles({length, results, depth, of, taken, start, result, weight}, counts, cards) {
    const sums = new Float64Array(results), path = new Float64Array(length + 1), unused = new Float64Array(length + 1);
    path[0] = 1;
    for (let used = 0; used <= length; used++) unused[used] = Number(falling(BigInt(cards - used), length - used));
    for (let i = 0; i < depth.length; i++) {
        const d = depth[i], value = path[d] * (counts[of[i]] - taken[i]), end = start[i + 1];
        path[d + 1] = value;
        if (value && start[i] < end) {
            const factor = value * unused[d + 1];
            for (let j = start[i]; j < end; j++) sums[result[j]] += factor * weight[j];
        }
    }
    return sums;
}

/** The same in whole numbers of any size.
 * @param {Polynomial} polynomial
 * @param {ArrayLike<number>} counts
 * @param {number} cards
 * @returns {bigint[]} */
function sumInIntegers({length, results, depth, of, taken, start, result, weight}, counts, cards) {
    const sums = new Array(results).fill(0n), path = new Array(length + 1).fill(1n);
    const unused = path.map((_, used) => falling(BigInt(cards - used), length - used));
    for (let i = 0; i < depth.length; i++) {
        const d = depth[i], left = counts[of[i]] - taken[i], end = start[i + 1];
        path[d + 1] = path[d] && left ? path[d] * BigInt(left) : 0n;
        if (path[d + 1] && start[i] < end) {
            const factor = path[d + 1] * unused[d + 1];
            for (let j = start[i]; j < end; j++) sums[result[j]] += factor * BigInt(weight[j]);
        }
    }
    return sums;
}

/** The sequences of the next coup with each result.
 * @param {Law} law
 * @param {number[]} counts of each class of the law
 * @param {number} cards
 * @returns {Counts} */
export function countLaw(law, counts, cards) {
    const of = BigInt(law.scale) * falling(BigInt(cards), law.length);
    const sums = new Array(law.results).fill(0n);
    let counted = 0;
    for (const {polynomial, namings} of law.parts) {
        counted = polynomial.results;
        const sum = cards <= polynomial.most ? sumInDoubles : sumInIntegers;
        /** @type {Map<string, {counts: number[], times: number}>} */
        const alike = new Map();
        for (const {common, others} of namings) {
            const named = new Array(polynomial.classes).fill(0);
            named[common] = cards;
            for (const [place, cls] of others) {
                named[cls] += counts[place];
                named[common] -= counts[place];
            }
            const key = namings.length > 1 ? named.join() : "";
            const known = alike.get(key);
            if (known) known.times++;
            else alike.set(key, {counts: named, times: 1});
        }
        for (const {counts: named, times} of alike.values())
            sum(polynomial, named, cards).forEach((/** @type {number | bigint} */ value, /** @type {number} */ r) => {
                sums[r] += BigInt(times) * BigInt(value);
            });
    }
    sums[counted] = sums.reduce((rest, value) => rest - value, of);
    return {counts: sums, of};
}

/** The sequences of the cards to come with each result, given the cards on the table; null where the law does not follow
 * a coup.
 * @param {Law} law
 * @param {number[]} counts of the cards in the shoe
 * @param {number} cards in the shoe
 * @param {Coup} coup
 * @returns {Counts | null | undefined} undefined where a card on the table is known too coarsely */
export function countGiven(law, counts, cards, coup) {
    if (!law.walk) return null;
    const known = new Int32Array(6).fill(-1);
    for (const [place, kinds] of coup.cards) {
        if (!law.positions.includes(place)) continue;
        known[place] = law.classOf[kinds[0]];
        if (kinds.some((kind) => law.classOf[kind] !== known[place])) return undefined;
    }
    const length = law.positions.filter((place) => known[place] < 0).length;
    const total = falling(BigInt(cards), length) * BigInt(law.scale);
    const counted = total <= SAFE_NUMBER
        ? walkIn(law.walk, known, coup.stood, counts.slice(), cards, length, 1, Number)
        : walkIn(law.walk, known, coup.stood, counts.map(BigInt), cards, length, 1n, BigInt);
    return {counts: Array.from({length: law.results}, (_, r) => BigInt(counted[r] ?? 0)),
        of: counted.reduce((/** @type {bigint} */ sum, value) => sum + BigInt(value ?? 0), 0n)};
}

/** Every course that is left, card by card.
 * @param {Walk} walk
 * @param {Int32Array} known class of the card at each place, or -1
 * @param {Set<number>} stood
 * @param {any[]} left cards of each class
 * @param {number} cards
 * @param {number} length cards that are looked at and not known
 * @param {any} one
 * @param {(n: any) => any} whole
 * @returns {any[]} */
function walkIn(walk, known, stood, left, cards, length, one, whole) {
    const {kind, position, result, weight, then, classes} = walk;
    const unused = Array.from({length: length + 1}, (_, dealt) => whole(falling(BigInt(cards - dealt), length - dealt)));
    const weights = Array.from(weight, whole);
    /** @type {any[]} */
    const sums = [];
    /** @param {number} state
     * @param {any} ways
     * @param {number} dealt */
    function follow(state, ways, dealt) {
        const row = state * classes;
        if (kind[state] === 0) {
            const r = result[state], value = ways * unused[dealt] * weights[state];
            sums[r] = sums[r] === undefined ? value : sums[r] + value;
        } else if (kind[state] === 1) {
            const course = courseTaken(position[state], known, stood);
            if (course !== "stands") follow(then[row], ways, dealt);
            if (course !== "draws") follow(then[row + 1], ways, dealt);
        } else if (known[position[state]] >= 0) {
            follow(then[row + known[position[state]]], ways, dealt);
        } else {
            for (let cls = 0; cls < classes; cls++) {
                if (left[cls]) {
                    const more = ways * left[cls];
                    left[cls] -= one;
                    follow(then[row + cls], more, dealt + 1);
                    left[cls] += one;
                }
            }
        }
    }
    follow(walk.first, one, 0);
    return sums;
}

/** What a hand did whose draw the rules leave to chance, if the table shows it: a card behind its own says that it stood.
 * @param {number} place of the card that it may take
 * @param {Int32Array} known
 * @param {Set<number>} stood
 * @returns {"draws" | "stands" | ""} */
function courseTaken(place, known, stood) {
    if (known[place] >= 0) return "draws";
    return stood.has(place) || known.slice(place + 1).some((cls) => cls >= 0) ? "stands" : "";
}

/** The state that a coup has come to: the end of its cards, an open draw or an open choice.
 * @param {Walk} walk
 * @param {(place: number) => number} classAt the class of the card at a place, or -1
 * @param {Set<number>} stood
 * @returns {number} */
export function stateOf(walk, classAt, stood) {
    const known = Int32Array.from({length: 6}, (_, place) => classAt(place));
    let state = walk.first;
    while (walk.kind[state]) {
        const place = walk.position[state], row = state * walk.classes;
        if (walk.kind[state] === 1) {
            const course = courseTaken(place, known, stood);
            if (!course) return state;
            state = walk.then[row + (course === "stands" ? 1 : 0)];
        } else if (known[place] >= 0) {
            state = walk.then[row + known[place]];
        } else {
            return state;
        }
    }
    return state;
}
