// Two charts as SVG: EVs over the shoe as lines, effects of removal as bars. Colours come from the style sheet.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 400, HEIGHT = 170, LEFT = 58, RIGHT = 10, TOP = 10, BOTTOM = 24;

/** @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} [inside] */
function element(name, attributes, inside = []) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`);
    made.append(...inside);
    return made;
}

/** Round numbers between two, ends included, and the decimals that they need as percentages.
 * @param {number} low
 * @param {number} high
 * @param {number} about how many
 * @returns {{values: number[], places: number}} */
function ticks(low, high, about) {
    const rough = (high - low) / about, power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough * 0.999) ?? rough;
    const found = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) found.push(Number((i * step).toPrecision(12)));
    return {values: found, places: Math.max(0, -Math.floor(Math.log10(100 * step) + 1e-9))};
}

/** The grid of a chart: lines with their numbers at the left.
 * @param {number} low
 * @param {number} high
 * @param {(value: number, places: number) => string} label
 * @returns {{y: (value: number) => number, grid: Node[]}} */
function grid(low, high, label) {
    const y = (/** @type {number} */ value) => TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low);
    const {values, places} = ticks(low, high, 4);
    const lines = values.map((value) => element("g", {class: value ? "grid" : "grid zero"}, [
        element("line", {x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value)}),
        element("text", {x: LEFT - 6, y: y(value) + 4, "text-anchor": "end"}, [label(value, places)])]));
    return {y, grid: lines};
}

/** A range around some values that has 0 in it or is near it.
 * @param {number[]} values
 * @param {boolean} zero
 * @returns {[number, number]} */
function range(values, zero) {
    const all = zero ? [...values, 0] : values;
    let low = Math.min(...all), high = Math.max(...all);
    const room = (high - low || Math.abs(high) || 1) * 0.08;
    if (low < 0 || !zero || low === high) low -= room;
    if (high > 0 || !zero || low === high) high += room;
    return [low, high];
}

/** @param {SVGElement} svg
 * @param {{name: string, points: [number, number][]}[]} series EV by cards that came out
 * @param {number} cards of the whole shoe
 * @param {{value: (value: number, places: number) => string, cards: (cards: number) => string, alt: string}} words */
export function drawLines(svg, series, cards, words) {
    const values = series.flatMap(({points}) => points.map(([, ev]) => ev));
    svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    svg.setAttribute("aria-label", words.alt);
    if (!values.length) return svg.replaceChildren();
    const [low, high] = range(values, false), {y, grid: lines} = grid(low, high, words.value);
    const x = (/** @type {number} */ at) => LEFT + (WIDTH - LEFT - RIGHT) * at / cards;
    const axis = ticks(0, cards, 4).values.map((at) =>
        element("text", {class: "tick", x: x(at), y: HEIGHT - 6, "text-anchor": at ? "middle" : "start"}, [words.cards(at)]));
    const drawn = series.map(({points}, i) => element("g", {class: `series s${i}`}, [
        element("polyline", {points: points.map(([at, ev]) => `${x(at).toFixed(1)},${y(ev).toFixed(1)}`).join(" ")}),
        ...points.slice(-1).map(([at, ev]) => element("circle", {cx: x(at), cy: y(ev), r: 3.5}))]));
    svg.replaceChildren(...lines, ...axis, ...drawn);
}

/** @param {SVGElement} svg
 * @param {string[]} names of the cards
 * @param {(number | null)[][]} series effects by card, one list for each bet
 * @param {{value: (value: number, places: number) => string, alt: string}} words */
export function drawBars(svg, names, series, words) {
    const values = series.flatMap((effects) => effects.filter((effect) => effect !== null));
    svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    svg.setAttribute("aria-label", words.alt);
    if (!values.length) return svg.replaceChildren();
    const [low, high] = range(/** @type {number[]} */ (values), true), {y, grid: lines} = grid(low, high, words.value);
    const slot = (WIDTH - LEFT - RIGHT) / names.length, width = Math.max(0.8 * slot / series.length, 1);
    const bars = series.map((effects, i) => element("g", {class: `bars s${i}`}, effects.flatMap((effect, j) =>
        (effect === null ? [] : [element("rect", {x: LEFT + slot * (j + 0.1) + i * width, width: Math.max(width - 1, 0.6),
            y: Math.min(y(effect), y(0)), height: Math.max(Math.abs(y(effect) - y(0)), 0.6)},
        [element("title", {}, [`${names[j]} ${words.value(effect, 5)}`])])]))));
    const every = Math.ceil(names.length / 26);
    const axis = names.map((name, j) => element("text", {class: "tick", x: LEFT + slot * (j + 0.5), y: HEIGHT - 6,
        "text-anchor": "middle"}, j % every ? [] : [name]));
    svg.replaceChildren(...lines, ...bars, ...axis);
}
