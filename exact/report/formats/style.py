"""How a page looks: one style sheet for the screen in light and dark, for narrow screens, and for paper."""

CSS = """\
:root { color-scheme: light dark; --ink: #1b1b1b; --faint: #595959; --paper: #ffffff; --line: #c9c9c9;
  --band: #f4f5f7; --link: #0b5394; --mark: #8a5a00; --shade: #8c8c8c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --faint: #a8a8a8; --paper: #16181c; --line: #44484f; --band: #1f2228; --link: #8ab4f8;
    --mark: #e0b050; --shade: #7d848e; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.5;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.3rem; line-height: 1.25; margin: 2.5rem 0 0.75rem; padding-top: 0.75rem;
  border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.75rem 0 0.5rem; }
h1, h2, h3, p, li, figcaption, th, td { overflow-wrap: break-word; unicode-bidi: isolate; }
p, ul, ol { margin: 0.6rem 0; max-width: 46rem; }
li { margin: 0.2rem 0; }
a { color: var(--link); }
nav { margin: 1.25rem 0; padding: 0.6rem 1rem; background: var(--band); border-radius: 4px; }
nav ol { margin: 0; padding-left: 1.5rem; columns: 16rem; column-gap: 2rem; }
nav li { break-inside: avoid; }
.table { margin: 1.5rem 0 1.75rem; }
.frame { overflow-x: auto; }
.caption, figcaption { font-weight: 600; font-size: 0.95rem; margin: 0 0 0.4rem; max-width: none; }
.frame:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table { border-collapse: separate; border-spacing: 0; font-size: 0.92rem; min-width: min(100%, 36rem); }
.k th[scope=row] { white-space: nowrap; }
th, td { padding: 0.25rem 0.8rem 0.25rem 0; text-align: left; vertical-align: baseline; font-weight: normal;
  border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0.25rem; }
thead th { font-weight: 600; border-bottom-color: var(--ink); vertical-align: bottom; }
.w { font-size: 0.8rem; }
.w th, .w td { padding-right: 0.5rem; }
.n { text-align: right; font-variant-numeric: tabular-nums lining-nums; white-space: nowrap; }
thead .n { white-space: normal; }
.u { white-space: nowrap; }
.x { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.85em;
  overflow-wrap: anywhere; min-width: 12rem; }
thead .x { font-family: inherit; font-size: inherit; }
.pad { visibility: hidden; }
.narrow { display: none; }
.note { font-size: 0.88rem; color: var(--faint); margin: 0.35rem 0 0; }
.again { font-size: 0.8rem; color: var(--faint); margin: 0.35rem 0 0; max-width: none; }
.way { font-size: 0.88rem; color: var(--faint); max-width: none; }
.remark { border-left: 3px solid var(--mark); padding-left: 0.8rem; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
code { overflow-wrap: anywhere; }
pre { margin: 0.6rem 0; padding: 0.6rem 0.8rem; background: var(--band); border-radius: 4px; font-size: 0.85rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
figure { margin: 1.5rem 0; }
.picture svg { display: block; width: 100%; max-width: 41rem; height: auto; fill: currentColor; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); color: var(--faint); font-size: 0.85rem; }
@media screen {
  .frame { background: linear-gradient(var(--paper), var(--paper)) left / 14px 100% no-repeat local,
    linear-gradient(var(--paper), var(--paper)) right / 14px 100% no-repeat local,
    linear-gradient(to right, transparent 1px, var(--shade) 1px, transparent) left / 14px 100% no-repeat scroll,
    linear-gradient(to left, transparent 1px, var(--shade) 1px, transparent) right / 14px 100% no-repeat scroll; }
  .wide th:first-child { position: sticky; left: 0; background: var(--paper); border-right: 1px solid var(--line); }
  .wide th:first-child + td, .wide th:first-child + th { padding-left: 0.5rem; }
}
@media screen and (max-width: 40rem) {
  main { padding: 1rem 0.9rem 2rem; }
  h1 { font-size: 1.4rem; }
  h2 { font-size: 1.2rem; }
  table { font-size: 0.82rem; }
  th, td { padding-right: 0.6em; }
  .k th[scope=row] { white-space: normal; }
  .x { min-width: 9rem; }
  .wide .caption::after, .wide figcaption::after { content: " \\2194\\00a0 scroll sideways";
    content: " \\2194\\00a0 scroll sideways" / ""; color: var(--faint); font-weight: normal; white-space: nowrap; }
  .wide table { width: max-content; }
  .wide td:not(.n, .u) { max-width: 8rem; }
  .wide thead th { max-width: 6rem; }
  .wide th:first-child { max-width: 8rem; }
  .picture svg { min-width: 31rem; }
  .fit, .stack { font-size: min(0.82rem, (100vw - 1.8rem) / (var(--characters) * 0.61)); min-width: 100%; }
  .fit th, .fit td, .stack th, .stack td { padding-right: 0.5em; }
  .stack, .stack thead, .stack tbody, .stack tr { display: grid; grid-column: 1 / -1;
    grid-template-columns: subgrid; }
  .stack { grid-template-columns: repeat(var(--columns), auto); }
  .stack th:first-child { grid-column: 1 / -1; border: 0; padding-bottom: 0; }
  .stack tbody th:first-child { font-weight: 600; padding-top: 0.4rem; }
  .stack thead { position: sticky; top: 0; background: var(--paper); }
  .stack thead th { display: flex; flex-direction: column; justify-content: end; }
  .stack .unit { display: none; }
  .stack .narrow { display: inline; }
  .stack .l { grid-column: span var(--span); }
  .stack .r { grid-column: span var(--rest); }
  .stack .f { grid-column-start: 1; }
  .stack tbody :is(.l, .r) { border: 0; padding-bottom: 0; }
  .stack tbody .r:empty { display: none; }
  .cards, .cards tbody, .cards tr, .cards th, .cards td { display: block; }
  .cards thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .cards tbody th { border: 0; font-weight: 600; padding: 0.4rem 0 0; }
  .cards td { border: 0; padding: 0 0 0.1rem 5.5rem; text-align: left; min-height: 1.5em; }
  .cards td::before { content: attr(data-label); float: left; margin-left: -5.5rem; width: 5.2rem;
    color: var(--faint); font-family: system-ui, sans-serif; font-weight: normal; white-space: normal; }
  .cards td:empty { display: none; }
  .cards tr { border-bottom: 1px solid var(--line); padding-bottom: 0.3rem; }
  .frame:has(> .cards), .frame:has(> .stack) { overflow: visible; background: none; }
}
@page { size: auto; margin: 15mm 14mm 18mm;
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #333333; } }
@media print {
  :root { color-scheme: light; --ink: #000000; --faint: #333333; --paper: #ffffff; --line: #bbbbbb; --band: #ffffff;
    --link: #000000; --mark: #000000; }
  body { font-size: 9.5pt; line-height: 1.35; }
  main { max-width: none; padding: 0; }
  .frame { overflow: visible; }
  .picture svg { max-width: 12cm; }
  .table, figure { margin: 0.8rem 0 1rem; }
  .note, .again { font-size: 8pt; break-before: avoid; }
  table { font-size: 8.5pt; }
  th, td { padding: 0.12rem 0.5rem 0.12rem 0; }
  .w { font-size: 7pt; }
  .w th, .w td { padding-right: 0.3rem; }
  h1, h2, h3, .caption, figcaption { break-after: avoid; }
  h2 { margin-top: 1.5rem; }
  p { orphans: 3; widows: 3; }
  thead { display: table-header-group; }
  tbody tr:nth-child(-n+2) { break-after: avoid; }
  tbody tr:nth-last-child(-n+3) { break-before: avoid; }
  tr, figure, .whole { break-inside: avoid; }
  nav, pre { border: 1px solid var(--line); }
  a { text-decoration: none; }
}
"""
