// Words and numbers in a language: every word of the page comes from its table, words/LANGUAGE.json.
import {rounded} from "./numbers.js";

/** @typedef {import("./numbers.js").Fraction} Fraction */
/** The table of a language: texts, or texts by plural form; `texts` has the catalogue's own English texts.
 * @typedef {{[key: string]: any, texts: Record<string, string>}} Table */

const MINUS = "\u2212";

export class Words {
    /** @param {string} language
     * @param {Table} table
     * @param {Table} english what the table lacks */
    constructor(language, table, english) {
        this.language = language;
        this.table = table;
        this.english = english;
        this.plural = new Intl.PluralRules(language);
        this.whole = new Intl.NumberFormat(language, {useGrouping: true});
        const parts = new Intl.NumberFormat(language, {minimumFractionDigits: 1}).formatToParts(0.5);
        this.point = parts.find(({type}) => type === "decimal")?.value ?? ".";
        const percent = new Intl.NumberFormat(language, {style: "percent"}).formatToParts(1);
        this.percentSign = percent.slice(1).map(({value}) => value).join("");
    }

    /** A text with its names filled in; `number` among them chooses the plural form.
     * @param {string} key
     * @param {Record<string, any>} [about]
     * @returns {string} */
    say(key, about = {}) {
        let text = this.table[key] ?? this.english[key] ?? key;
        if (typeof text !== "string") text = text[this.plural.select(Number(about.number ?? about.cards ?? 0))] ?? text.other;
        return text.replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) => {
            const value = about[name] ?? "";
            return typeof value === "number" || typeof value === "bigint" ? this.whole.format(value) : `${value}`;
        });
    }

    /** A title or an event of the catalogue; its numbers stand for themselves. Null where there is no translation.
     * @param {string} text
     * @returns {string | null} */
    bet(text) {
        if (this.language === "en") return text;
        const {texts} = this.table, textOf = (/** @type {string} */ name) => (Object.hasOwn(texts, name) ? texts[name] : undefined);
        const said = textOf(text);
        if (said !== undefined) return said;
        const numbers = text.match(/\d+(\.\d+)?/g) ?? [];
        const pattern = textOf(text.replace(/\d+(\.\d+)?/g, "#"));
        let i = 0;
        return pattern === undefined ? null : pattern.replace(/#/g, () => numbers[i++].replace(".", this.point));
    }

    /** A whole number.
     * @param {bigint | number} value */
    count(value) {
        return this.whole.format(value).replace("-", MINUS);
    }

    /** A fraction with so many decimals; with `sign` also a plus.
     * @param {Fraction} value
     * @param {number} places
     * @param {boolean} [sign] */
    decimal(value, places, sign = false) {
        const units = rounded(value, places), size = units < 0n ? -units : units, one = 10n ** BigInt(places);
        const digits = places ? this.point + `${size % one}`.padStart(places, "0") : "";
        return (units < 0n ? MINUS : sign && units ? "+" : "") + this.whole.format(size / one) + digits;
    }

    /** @param {Fraction} value
     * @param {number} places
     * @param {boolean} [sign] */
    percent({p, q}, places, sign = false) {
        return this.decimal({p: 100n * p, q}, places, sign) + this.percentSign;
    }
}
