// A position as the address of the page, as a command of the tool, and as the files that the tool reads.
import {Problem, composition, readCard, short} from "./cards.js";
import {after, begin, history, itemText, readItem, replay, statusOf} from "./position.js";

/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./position.js").Rules} Rules */
/** @typedef {import("./position.js").Item} Item */
/** @typedef {import("./cards.js").Deck} Deck */
/** What the addresses of a page may speak of.
 * @typedef {{deck: Deck, games: {name: string, decks: number, rules: Rules}[], mostDecks: number, mostCards: number}} Page */

const MOST_TEXT = 200_000;

/** @param {Page} page
 * @param {string} hash `#decks=6&seen=9,K`, `#shoe=0:112,A:30`
 * @returns {{position: Position, language: string}} */
export function readAddress(page, hash) {
    if (hash.length > MOST_TEXT) throw new Problem("longAddress");
    /** @type {Map<string, string>} */
    const given = new Map();
    for (const part of plain(hash.replace(/^#/, "")).split("&").filter(Boolean)) {
        const [key, ...rest] = part.split("=");
        if (!["game", "decks", "shoe", "seen", "lang"].includes(key) || given.has(key))
            throw new Problem("noKey", {key: short(key)});
        given.set(key, rest.join("="));
    }
    const name = given.get("game");
    const game = name === undefined ? 0 : page.games.findIndex((each) => each.name === name);
    if (game < 0) throw new Problem("noGame", {game: short(name ?? "")});
    const {decks, rules} = page.games[game];
    const shoe = given.get("shoe"), start = {game, decks: readDecks(page, given.get("decks"), decks),
        base: shoe === undefined ? null : readShoe(page.deck, shoe)};
    const items = split(given.get("seen") ?? "").map((text) => readItem(page.deck, text, false));
    return {position: replay(page.deck, rules, start, items, page.mostCards), language: given.get("lang") ?? ""};
}

/** @param {string} text */
function plain(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        throw new Problem("noKey", {key: short(text)});
    }
}

/** @param {string} text */
const split = (text) => text.split(/[\s,;]+/).filter(Boolean);

/** @param {Page} page
 * @param {string | undefined} text
 * @param {number} otherwise */
export function readDecks(page, text, otherwise) {
    if (text === undefined) return otherwise;
    const decks = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (decks < 1 || decks > page.mostDecks) throw new Problem("noDecks", {decks: short(text), most: page.mostDecks});
    return decks;
}

/** @param {Deck} deck
 * @param {string} text `0:112,A:30` or `0=112 A=30`
 * @returns {[import("./cards.js").Card, number][]} */
function readShoe(deck, text) {
    return split(text).map((pair) => {
        const [name, count, ...rest] = pair.split(/[:=]/);
        if (count === undefined || rest.length || !/^\d{1,15}$/.test(count)) {
            if (count !== undefined) readCard(deck, name);
            throw new Problem("noCount", {card: short(name), count: short(count ?? "")});
        }
        return [readCard(deck, name), Number(count)];
    });
}

/** The address of a position; it says no more than it must.
 * @param {Page} page
 * @param {Position} position
 * @param {string} language chosen by the person, else ""
 * @returns {string} */
export function addressOf(page, position, language) {
    const {start} = position, game = page.games[start.game], parts = [];
    if (start.game) parts.push(`game=${game.name}`);
    if (start.decks !== game.decks) parts.push(`decks=${start.decks}`);
    if (start.base) parts.push(`shoe=${start.base.map(([card, count]) => `${card.name}:${count}`).join()}`);
    const items = itemsOf(position);
    if (items.length) parts.push(`seen=${items.map(itemText).join()}`);
    if (language) parts.push(`lang=${language}`);
    return parts.length ? `#${parts.join("&")}` : "#";
}

/** @param {Position} position
 * @returns {Item[]} */
export const itemsOf = (position) => history(position).flatMap(({item}) => (item ? [item] : []));

/** The command that gives the numbers of a position; null where none does, because the cards came in another order than
 * it reads them.
 * @param {Page} page
 * @param {Position} position
 * @param {string[]} bets
 * @param {string} words what the page's own command says of the game
 * @returns {string | null} */
export function commandOf(page, position, bets, words) {
    const shoe = (position.opening ?? position).shoe, {rules} = page.games[position.start.game];
    const fresh = !position.start.base && !(position.opening ?? position).items;
    const given = fresh ? ` --decks ${position.start.decks}`
        : ` --shoe '${composition(page.deck, shoe).filter(([, count]) => count).map(([name, count]) => `${name}=${count}`)
            .join(" ")}'`;
    let dealt = "";
    if (position.coup) {
        const places = [...position.coup.cards.keys()].sort((a, b) => a - b);
        if (position.coup.stood.size || places.some((place, i) => place < 4 && rules.positions[i] !== place)) return null;
        const cards = itemsOf(position).slice(position.opening?.items ?? 0);
        if (cards.some(({hand}) => !hand)) return null;
        const byPlace = new Map();
        let each = /** @type {Position} */ (position.opening);
        for (const item of cards) {
            const next = after(page.deck, rules, each, item);
            const place = next.coup && [...next.coup.cards.keys()].find((at) => !each.coup?.cards.has(at));
            byPlace.set(place, item);
            each = next;
        }
        dealt = ` --dealt '${places.map((place) => itemText(byPlace.get(place))).join(" ")}'`;
    }
    return `exact odds${words}${given}${dealt}${bets.length ? ` --bets ${bets.join()}` : ""}`;
}

/** A coup of a log: the cards that were seen before it, its own, and what the rules make of it.
 * @typedef {{seen: Item[], cards: Item[]}} LoggedCoup */
/** @typedef {{shoe: string, coups: LoggedCoup[]}} LoggedShoe */

/** A log: the file of `exact odds --seen`, a coup a line, or the CSV of `exact audit`. Every coup must be lawful.
 * @param {Page} page
 * @param {import("./position.js").Start} start of each shoe
 * @param {string} text
 * @returns {LoggedShoe[]} */
export function readLog(page, start, text) {
    const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
    const first = lines.findIndex((line) => line.trim());
    if (first < 0) throw new Problem("emptyLog");
    const separator = [",", ";", "\t"].reduce((best, each) =>
        (lines[first].split(each).length > lines[first].split(best).length ? each : best));
    const header = cells(lines[first], separator).map((cell) => cell.toLowerCase());
    const columns = header.includes("player") && header.includes("banker") ? [["player"], ["banker"]]
        : header.includes("p1") && header.includes("b1") ? [["p1", "p2", "p3"], ["b1", "b2", "b3"]] : null;
    if (!columns && /[a-z]{4}/i.test(lines[first].split("#")[0])) throw new Problem("noColumns");
    const {rules} = page.games[start.game];
    /** @type {LoggedShoe[]} */
    const shoes = [];
    let position = begin(page.deck, rules, start, page.mostCards);
    lines.forEach((line, i) => {
        const said = columns ? line : line.split("#")[0];
        if (i < first || (columns && i === first) || !said.trim()) return;
        try {
            const row = columns ? cells(said, separator) : [];
            const at = (/** @type {string} */ name) => row[header.indexOf(name)] ?? "";
            const shoe = at("shoe");
            if (!shoes.length || shoes[shoes.length - 1].shoe !== shoe) {
                shoes.push({shoe, coups: []});
                position = begin(page.deck, rules, start, page.mostCards);
            }
            const seen = split(at("burn")).filter((name) => !/^\+\d+$/.test(name))
                .map((name) => /** @type {Item} */ (readItem(page.deck, name, false)));
            const hands = columns?.map((names) => names.flatMap((name) => split(at(name))));
            const coup = hands ? dealtOrder(page, rules, hands) : split(said).map((name) => readItem(page.deck, name, true));
            for (const item of seen) position = after(page.deck, rules, position, item);
            const opening = position;
            for (const item of coup) {
                if (position.coups > opening.coups) throw new Problem("coupLong");
                position = after(page.deck, rules, position, item);
            }
            if (position.coup && statusOf(rules, position.coup).mayStand)  // the line ends, so the hand stood
                position = after(page.deck, rules, position, {hand: "", card: null});
            if (position.coups === opening.coups) throw new Problem("coupShort");
            shoes[shoes.length - 1].coups.push({seen, cards: itemsOf(position).slice(opening.items)});
        } catch (error) {
            if (!(error instanceof Problem)) throw error;
            throw new Problem("logLine", {line: i + 1, problem: error.key, ...error.about});
        }
    });
    if (!shoes.length) throw new Problem("emptyLog");
    return shoes;
}

/** The cards of both hands in the order of dealing.
 * @param {Page} page
 * @param {Rules} rules
 * @param {string[][]} hands
 * @returns {Item[]} */
function dealtOrder(page, rules, hands) {
    const own = [0, 1].map((hand) => rules.positions.filter((place) => place % 2 === hand));
    const placed = hands.flatMap((names, hand) => names.map((name, i) => {
        if (own[hand][i] === undefined) throw new Problem("coupLong");
        return {place: own[hand][i], name};
    }));
    return placed.sort((a, b) => a.place - b.place)
        .map(({place, name}) => ({hand: place % 2 ? "B" : "P", card: readCard(page.deck, name)}));
}

/** @param {string} line
 * @param {string} separator */
function cells(line, separator) {
    if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
    const found = [""];
    let inside = false;
    for (let i = 0; i < line.length; i++) {
        const c = line[i];
        if (c === '"' && inside && line[i + 1] === '"') found[found.length - 1] += line[++i];
        else if (c === '"') inside = !inside;
        else if (c === separator && !inside) found.push("");
        else found[found.length - 1] += c;
    }
    return found.map((cell) => cell.trim());
}

/** The finished coups of a position, each with the cards merely seen before it.
 * @param {Position} position
 * @returns {(LoggedCoup & {winner: number, places: Map<number, string>})[]} */
export function coupsOf(position) {
    const coups = [];
    let seen = /** @type {Item[]} */ ([]), cards = /** @type {Item[]} */ ([]);
    /** @type {Map<number, string>} */
    let places = new Map();
    for (const each of history(position)) {
        const {item, before} = each;
        if (!item || !before) continue;
        if (!item.hand) {
            seen.push(item);
            continue;
        }
        cards.push(item);
        const coup = each.coup ?? /** @type {import("./position.js").Ended} */ (each.ended).coup;
        const place = [...coup.cards.keys()].find((at) => !places.has(at));
        if (item.card && place !== undefined) places.set(place, item.card.name);
        if (each.coups > before.coups) {
            coups.push({seen, cards, winner: /** @type {import("./position.js").Ended} */ (each.ended).winner, places});
            [seen, cards, places] = [[], [], new Map()];
        }
    }
    return coups;
}

/** The file of `exact odds --seen`: the cards of each coup in the order of dealing. Cards merely seen have no place in it,
 * so its first line is the command that takes them out.
 * @param {Position} position
 * @param {string} words
 * @returns {string} */
export function seenFile(position, words) {
    const seen = itemsOf(position).filter(({hand}) => !hand).map(({card}) => card?.name);
    const shoe = position.start.base ? ` --shoe '${position.start.base.map(([card, count]) => `${card.name}=${count}`).join(" ")}'`
        : ` --decks ${position.start.decks}`;
    const command = `exact odds${words}${shoe}${seen.length ? ` --remove ${seen.join()}` : ""} --seen shoe.txt`;
    return [`# ${command}`, ...coupsOf(position).map(({places}) =>
        [...places].sort(([a], [b]) => a - b).map(([, name]) => name).join(" ")), ""].join("\n");
}

/** The CSV of `exact audit`.
 * @param {Position} position
 * @param {string[]} outcomes
 * @returns {string} */
export function auditFile(position, outcomes) {
    const rows = coupsOf(position).map(({seen, places, winner}, i) => {
        const hand = (/** @type {number} */ side) => [...places].sort(([a], [b]) => a - b)
            .filter(([place]) => place % 2 === side).map(([, name]) => name).join(" ");
        return [i + 1, hand(0), hand(1), outcomes[winner], seen.map(({card}) => card?.name).join(" ")].join();
    });
    return ["coup,player,banker,winner,burn", ...rows, ""].join("\n");
}
