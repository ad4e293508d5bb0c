// Cards as lists and logs, and what leaves the page: its address, a file, a text on the clipboard.
import {addressOf, readLog} from "./address.js";
import {app, deck, page, table} from "./app.js";
import {Problem, short} from "./cards.js";
import {stepsOf} from "./log.js";
import {after, readItem} from "./position.js";
import {byId, make, write} from "./view.js";

/** @typedef {import("./position.js").Position} Position */

const ADDRESS_EVERY = 400;

/** The position with cards added one after the other, all or none.
 * @param {string} text
 * @param {boolean} follow whether cards without a hand are dealt to the coup
 * @returns {Position} */
export function withCards(text, follow) {
    const names = text.split(/[\s,;]+/).filter(Boolean).flatMap((name) => {
        const [card, times, ...rest] = name.split("=");
        if (times === undefined) return [card];
        if (rest.length || !/^\d{1,4}$/.test(times)) throw new Problem("noCount", {card: short(card), count: short(times)});
        return new Array(Number(times)).fill(card);
    });
    if (!names.length) throw new Problem("nothingToAdd");
    let next = app.position;
    for (const name of names) next = after(deck, table(), next, readItem(deck, name, follow), app.handFirst);
    return next;
}

/** The position before the first coup of a log.
 * @param {string} text
 * @returns {Position} */
export function openLog(text) {
    const {start} = app.position, log = stepsOf(page, start, readLog(page, start, text));
    [app.log, app.logShoe] = [log, 0];
    byId("log-shoes").replaceChildren(...log.map(({shoe}, i) => make("option", {value: `${i}`}, [shoe || `${i + 1}`])));
    return log[0].openings[0];
}

/** @param {string} name
 * @param {string} text */
export function save(name, text) {
    const url = URL.createObjectURL(new Blob([text], {type: "text/plain"}));
    make("a", {href: url, download: name}).click();
    window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {string} text
 * @param {Element} at where to say that it is done */
export async function copy(text, at) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        const field = make("textarea", {value: text, className: "unseen"});
        document.body.append(field);
        field.select();
        document.execCommand("copy");
        field.remove();
    }
    write(at, app.words.say("copied"));
}

/** The address of the page, at most so often: browsers refuse a page that sets it too often.
 * @type {{wanted: string | null, timer: number}} */
const address = {wanted: null, timer: 0};

export function setAddress() {
    address.wanted = addressOf(page, app.position, app.language);
    if (!address.timer) flushAddress();
}

export function flushAddress() {
    window.clearTimeout(address.timer);
    address.timer = 0;
    if (address.wanted === null || address.wanted === (location.hash || "#")) return;
    try {
        window.history.replaceState(null, "", address.wanted === "#" ? location.pathname + location.search : address.wanted);
    } catch {
        return;  // a browser that does not let a file set its address: the page works without
    }
    address.wanted = null;
    address.timer = window.setTimeout(flushAddress, ADDRESS_EVERY);
}
