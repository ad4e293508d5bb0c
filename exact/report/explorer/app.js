// What all parts of the page share: its data, the position, what the person has chosen, and what is shown of it.
import {Problem, readCard, readDeck} from "./cards.js";
import {fraction, readFraction} from "./numbers.js";
import {readTable} from "./odds.js";
import {begin, history} from "./position.js";
import {byId, cardWords, mark, placeWords} from "./view.js";
import {Words} from "./words.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./numbers.js").Fraction} Fraction */

export const data = JSON.parse(byId("data").textContent);
export const deck = readDeck(data);
/** @type {Map<number, import("./odds.js").Table>} */
const tables = new Map();
const games = data.games.map((/** @type {any} */ each) => ({...each, get rules() {
    if (!tables.has(each.rules)) tables.set(each.rules, readTable(data, data.rules[each.rules], data.places));
    return tables.get(each.rules);
}}));
export const page = {deck, games, mostDecks: data.decks, mostCards: 52 * data.decks};
export const ZERO = fraction(0n);

/** The position, those before it to go back to and those taken back; the log; and what the person has chosen beside.
 * @type {{position: Position, past: Position[], future: Position[], log: import("./log.js").Steps[] | null, logShoe: number,
 *   words: Words, rows: import("./view.js").Row[], keys: {card: import("./cards.js").Card, key: any}[],
 *   odds: import("./odds.js").Odds, language: string, level: string, handFirst: boolean, aim: "" | "P" | "B",
 *   rank: string, charts: string[], sort: string, up: boolean}} */
export const app = {
    position: begin(deck, games[0].rules, {game: 0, decks: games[0].decks, base: null}, page.mostCards),
    past: [], future: [], log: null, logShoe: 0, words: wordsOf("en"), rows: [], keys: [],
    odds: {outcomes: null, of: 0n, bets: []}, language: "", level: "points", handFirst: false, aim: "", rank: "",
    charts: [], sort: "", up: false,
};

export const game = () => games[app.position.start.game];
/** @returns {import("./odds.js").Table} */
export const table = () => game().rules;
/** The place of a bet of the game in its table.
 * @param {string} name
 * @returns {number} */
export const betAt = (name) => game().bets.find((/** @type {number} */ i) => table().bets[i].name === name);

/** @param {string} language */
export function wordsOf(language) {
    return new Words(language, data.words[language], data.words.en);
}

/** What is wrong, in a sentence.
 * @param {Problem} problem
 * @returns {string} */
export function sentence({key, about}) {
    const said = /** @type {Record<string, any>} */ ({...about});
    if (typeof about.card === "string" && deck.byName.has(about.card)) said.card = cardWords(app.words, about.card);
    if (about.next !== undefined) said.place = placeWords(app.words, Number(about.next));
    if (about.hand) said.hand = app.words.say(about.hand === "P" ? "player" : "banker");
    if (key === "logLine") said.problem = sentence(new Problem(String(about.problem), {...about, problem: ""}));
    return app.words.say(key, said);
}

/** @param {string} level
 * @returns {import("./cards.js").Card[]} */
export function cardsOf(level) {
    const named = (/** @type {string} */ name) => readCard(deck, name);
    if (level === "ranks") return Array.from(deck.ranks, named);
    if (level === "kinds") return Array.from(deck.suits).flatMap((suit) => Array.from(deck.ranks, (rank) => named(rank + suit)));
    return [...Array.from(deck.ranks).filter((_, rank) => deck.points[deck.suits.length * rank]), "0"].map(named);
}

/** A fraction of a field; empty is `otherwise`.
 * @param {string} id
 * @param {Fraction | null} otherwise
 * @returns {Fraction | null} */
export function fieldOf(id, otherwise) {
    const text = byId(id).value.trim(), value = text ? readFraction(text) : otherwise;
    mark(byId(id), {"aria-invalid": text && !value ? "true" : null});
    return value;
}

/** @returns {Fraction} */
export function rebate() {
    const {p, q} = fieldOf("rebate", ZERO) ?? ZERO;
    return fraction(p, 100n * q);
}

/** Cards of the shoe that the person began with. */
export const fullCards = () => history(app.position)[0].shoe.cards;

/** The log that was opened, if it is one of the game that is on the page. */
export const openedLog = () => (app.log?.[0].openings[0].start.game === app.position.start.game ? app.log : null);

/** The coup of the log that the position stands before; -1 beside the log. */
export const logAt = () => openedLog()?.[app.logShoe].openings.indexOf(app.position) ?? -1;
