// A log of coups, stepped through: the position before each coup, and what flat bets would have won.
import {Problem} from "./cards.js";
import {compare, fraction, plus} from "./numbers.js";
import {netOf, oddsOf, withRebate} from "./odds.js";
import {after, begin} from "./position.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./numbers.js").Fraction} Fraction */
/** A shoe of a log: its name, the position before each coup and after the last, and the coups as they ended.
 * @typedef {{shoe: string, openings: Position[], ended: import("./position.js").Ended[], cards: string[]}} Steps */

/** @param {import("./address.js").Page} page
 * @param {import("./position.js").Start} start
 * @param {import("./address.js").LoggedShoe[]} shoes
 * @returns {Steps[]} */
export function stepsOf(page, start, shoes) {
    const {rules} = page.games[start.game];
    return shoes.map(({shoe, coups}) => {
        let position = begin(page.deck, rules, start, page.mostCards);
        const openings = [], ended = [], cards = [];
        for (const coup of coups) {
            for (const item of coup.seen) position = after(page.deck, rules, position, item);
            openings.push(position);
            for (const item of coup.cards) position = after(page.deck, rules, position, item);
            ended.push(/** @type {import("./position.js").Ended} */ (position.ended));
            cards.push(coup.cards.map(({hand, card}) => `${hand}${card ? card.name : "-"}`).join(" "));
        }
        return {shoe, openings: [...openings, position], ended, cards};
    });
}

/** What one unit on each of some bets would have won at every coup with an EV above a threshold.
 * @typedef {{coups: number, won: Fraction, expected: Fraction, known: boolean}} Flat */

/** Counts a log, some coups at a time; `told` hears of each part and says whether to go on.
 * @param {import("./odds.js").Table} table
 * @param {Steps[]} steps
 * @param {number[]} bets
 * @param {Fraction} threshold
 * @param {Fraction} rebate
 * @param {(flat: Flat[], at: number, all: number) => boolean} told */
export function flatBets(table, steps, bets, threshold, rebate, told) {
    const coups = steps.flatMap(({openings, ended}) => ended.map((each, i) => ({opening: openings[i], coup: each.coup})));
    const flat = bets.map(() => ({coups: 0, won: fraction(0n), expected: fraction(0n), known: true}));
    let at = 0;
    function part() {
        const until = performance.now() + 30;
        for (; at < coups.length && performance.now() < until; at++) {
            const {opening, coup} = coups[at];
            oddsOf(table, opening.shoe, null, bets).bets.forEach(({ev}, i) => {
                const total = ev && withRebate(ev, rebate), net = netOf(table, bets[i], coup);
                if (!total || compare(total, threshold) <= 0 || net === null) return;
                if (net === undefined) {
                    flat[i].known = false;
                    return;
                }
                flat[i].coups++;
                flat[i].won = plus(flat[i].won, withRebate(net, rebate));
                flat[i].expected = plus(flat[i].expected, total);
            });
        }
        if (told(flat, at, coups.length) && at < coups.length) setTimeout(part);
    }
    part();
}

const MOST_BYTES = 5_000_000;

/** The text of a file of the person's.
 * @param {File} file
 * @returns {Promise<string>} */
export async function readFile(file) {
    if (file.size > MOST_BYTES) throw new Problem("bigFile");
    return file.text();
}
