// Whole numbers and fractions, exactly: the texts that encode.py writes, lowest terms, rounding.

/** A rational in lowest terms; `q` is above 0.
 * @typedef {{p: bigint, q: bigint}} Fraction */

const BASE = 44;
const DIGITS = new Int16Array(128).fill(-1);
Array.from({length: 92}, (_, i) => i + 35).filter((code) => !"&<\\".includes(String.fromCharCode(code)))
    .slice(0, 2 * BASE).forEach((code, i) => { DIGITS[code] = i; });

/** The whole numbers of a text of encode.py.
 * @param {string} text
 * @returns {number[]} */
export function readNumbers(text) {
    const found = [];
    for (let i = 0; i < text.length; i++) {
        let digit = DIGITS[text.charCodeAt(i)], value = 0, unit = 1;
        for (; digit >= BASE; unit *= BASE, digit = DIGITS[text.charCodeAt(++i)]) value += digit * unit;
        found.push(value + digit * unit);
    }
    return found;
}

/** @param {number} value
 * @returns {number} the whole number that `signed` of encode.py made >= 0 */
export function unsigned(value) {
    return value % 2 ? -(value + 1) / 2 : value / 2;
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** @param {bigint} a
 * @param {bigint} b
 * @returns {bigint} */
function commonDivisor(a, b) {
    if (a < 0n) a = -a;
    while (b > SAFE) [a, b] = [b, a % b];
    if (!b) return a;
    let small = Number(b), rest = Number(a % b);
    while (rest) [small, rest] = [rest, small % rest];
    return BigInt(small);
}

/** @param {bigint} p
 * @param {bigint} q above 0
 * @returns {Fraction} */
export function fraction(p, q = 1n) {
    const common = commonDivisor(p, q);
    return {p: p / common, q: q / common};
}

/** @param {string} text `p`, `p/q` or a decimal
 * @returns {Fraction | null} */
export function readFraction(text) {
    const match = /^\s*([+-]?)(\d{1,15})(?:\/(\d{1,15})|[.,](\d{0,15}))?\s*$/.exec(text.replace("\u2212", "-"));
    if (!match || (match[3] !== undefined && !Number(match[3]))) return null;
    const places = match[4] ?? "";
    const p = BigInt(match[2] + places), q = match[3] ? BigInt(match[3]) : 10n ** BigInt(places.length);
    return fraction(match[1] === "-" ? -p : p, q);
}

/** @param {Fraction} a
 * @param {Fraction} b */
export const plus = (a, b) => fraction(a.p * b.q + b.p * a.q, a.q * b.q);
/** @param {Fraction} a
 * @param {Fraction} b */
export const minus = (a, b) => fraction(a.p * b.q - b.p * a.q, a.q * b.q);
/** @param {Fraction} a
 * @param {Fraction} b
 * @returns {number} below, at or above 0 as a is below, at or above b */
export const compare = (a, b) => Number(a.p * b.q - b.p * a.q > 0n) - Number(a.p * b.q - b.p * a.q < 0n);
/** @param {Fraction} a */
export const asNumber = (a) => {
    const unit = 10n ** 18n, whole = a.p / a.q;  // the rest has 18 digits, which a double does not use up
    return Number(whole) + Number((a.p - whole * a.q) * unit / a.q) / 1e18;
};
/** @param {Fraction} a */
export const asText = (a) => `${a.p}/${a.q}`;

/** A fraction times 10^places, rounded half-even: the one place where the page rounds.
 * @param {Fraction} value
 * @param {number} places
 * @returns {bigint} */
export function rounded({p, q}, places) {
    const over = (p < 0n ? -p : p) * 10n ** BigInt(places);
    let whole = over / q;
    const twice = 2n * (over - whole * q);
    if (twice > q || (twice === q && whole % 2n === 1n)) whole += 1n;
    return p < 0n ? -whole : whole;
}
