// The keys that deal cards: by points, by ranks or by suits, with what is left of each.
import {app, cardsOf, deck, game, table} from "./app.js";
import {byId, faceOf, isRed, make, write} from "./view.js";

/** The levels that the bets of the game look at: points, and ranks or suits where some bet tells them apart. */
export function levelsOf() {
    const laws = game().bets.map((/** @type {number} */ i) => table().laws[table().bets[i].law].classOf);
    const apart = (/** @type {(kind: number) => boolean} */ among) => laws.some((/** @type {number[]} */ classOf) =>
        classOf.some((cls, kind) => among(kind) && cls !== classOf[kind - 1]));
    const size = deck.suits.length;
    const kinds = apart((kind) => kind % size > 0);
    const ranks = kinds || apart((kind) => kind > 0 && kind % size === 0 && deck.points[kind] === deck.points[kind - 1]);
    return ["points", ...(ranks ? ["ranks"] : []), ...(kinds ? ["kinds"] : [])];
}

export function makeLevels() {
    const levels = levelsOf();
    if (!levels.includes(app.level)) app.level = "points";
    byId("level-choice").hidden = levels.length < 2;
    byId("levels").replaceChildren(...levels.map((level) => make("label", {}, [
        make("input", {type: "radio", name: "level", value: level, checked: level === app.level}),
        make("span", {}, [app.words.say(level)])])));
}

export function makeKeys() {
    const box = byId("keys");
    box.className = app.level;
    app.keys = cardsOf(app.level).map((card) => ({card, key: make("button", {
        type: "button", className: isRed(card.name) ? "key red" : "key", "data-card": card.name},
    [make("i"), make("b", {"aria-hidden": "true"}, [faceOf(card.name)]), make("span", {"aria-hidden": "true"}), make("span", {className: "unseen"})])}));
    box.replaceChildren(...app.keys.map(({key}) => key));
}

export function showTyping() {
    write(byId("typing"), app.rank ? app.words.say("suitNext", {rank: faceOf(app.rank)})
        : app.aim ? app.words.say("handNext", {hand: app.words.say(app.aim === "P" ? "player" : "banker")}) : "");
}

/** The key that was pressed; on a keyboard of other letters, the Latin one that stands there.
 * @param {KeyboardEvent} event
 * @returns {string} */
export const typedKey = ({key, code}) => (key.length === 1 && key > "\u007f" ? /^Key([A-Z])$/.exec(code)?.[1] ?? key : key);
