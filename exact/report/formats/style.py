"""How a page looks: one style sheet for the screen in light and dark, for narrow screens, and for paper."""

CSS = """\
:root { color-scheme: light dark; --ink: #1b1b1b; --faint: #595959; --paper: #ffffff; --line: #c9c9c9;
  --band: #f4f5f7; --link: #0b5394; --mark: #8a5a00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --faint: #a8a8a8; --paper: #16181c; --line: #44484f; --band: #1f2228; --link: #8ab4f8;
    --mark: #e0b050; }
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
h1, h2, h3, p, li, figcaption, caption, th, td { overflow-wrap: break-word; unicode-bidi: isolate; }
p, ul, ol { margin: 0.6rem 0; max-width: 46rem; }
li { margin: 0.2rem 0; }
a { color: var(--link); }
nav { margin: 1.25rem 0; padding: 0.6rem 1rem; background: var(--band); border-radius: 4px; }
nav ol { margin: 0; padding-left: 1.5rem; columns: 16rem; column-gap: 2rem; }
nav li { break-inside: avoid; }
.table { margin: 1.5rem 0 1.75rem; }
.frame { overflow-x: auto; }
.frame:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table { border-collapse: collapse; font-size: 0.92rem; min-width: min(100%, 36rem); }
.k th[scope=row] { white-space: nowrap; }
caption { caption-side: top; text-align: left; font-weight: 600; padding: 0 0 0.4rem; }
th, td { padding: 0.25rem 0.8rem 0.25rem 0; text-align: left; vertical-align: baseline; font-weight: normal; }
th:last-child, td:last-child { padding-right: 0.25rem; }
thead th { font-weight: 600; border-bottom: 1px solid var(--ink); vertical-align: bottom; }
tbody tr { border-bottom: 1px solid var(--line); }
.w { font-size: 0.8rem; }
.w th, .w td { padding-right: 0.5rem; }
.n { text-align: right; font-variant-numeric: tabular-nums lining-nums; white-space: nowrap; }
thead .n { white-space: normal; }
.x { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.85em;
  overflow-wrap: anywhere; word-break: break-all; min-width: 12rem; }
thead .x { font-family: inherit; font-size: inherit; word-break: normal; }
.pad { visibility: hidden; }
.note { font-size: 0.88rem; color: var(--faint); margin: 0.35rem 0 0; }
.again { font-size: 0.8rem; color: var(--faint); margin: 0.35rem 0 0; max-width: none; }
.remark { border-left: 3px solid var(--mark); padding-left: 0.8rem; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
code { overflow-wrap: anywhere; }
pre { margin: 0.6rem 0; padding: 0.6rem 0.8rem; background: var(--band); border-radius: 4px; font-size: 0.85rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
figure { margin: 1.5rem 0; }
figcaption { font-weight: 600; margin-bottom: 0.4rem; }
.picture svg { display: block; width: 100%; max-width: 41rem; height: auto; fill: currentColor; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); color: var(--faint); font-size: 0.85rem; }
@media (max-width: 40rem) {
  main { padding: 1rem 0.9rem 2rem; }
  h1 { font-size: 1.4rem; }
  h2 { font-size: 1.2rem; }
  table { font-size: 0.82rem; }
  th, td { padding-right: 0.6rem; }
  .frame { background: linear-gradient(to right, var(--paper) 40%, transparent) left / 2rem 100% no-repeat local,
    linear-gradient(to left, var(--paper) 40%, transparent) right / 2rem 100% no-repeat local,
    linear-gradient(to right, var(--line), transparent) left / 0.5rem 100% no-repeat scroll,
    linear-gradient(to left, var(--line), transparent) right / 0.5rem 100% no-repeat scroll; }
}
@page { margin: 16mm 14mm; }
@media print {
  :root { color-scheme: light; --ink: #000000; --faint: #333333; --paper: #ffffff; --line: #bbbbbb; --band: #ffffff;
    --link: #000000; --mark: #000000; }
  body { font-size: 9.5pt; line-height: 1.35; }
  main { max-width: none; padding: 0; }
  .frame { overflow: visible; }
  .picture svg { max-width: 14cm; }
  .note, .again { font-size: 8pt; }
  table { font-size: 8.5pt; }
  th, td { padding-right: 0.5rem; }
  .w { font-size: 7pt; }
  .w th, .w td { padding-right: 0.3rem; }
  h1, h2, h3, caption, figcaption { break-after: avoid; }
  h2 { margin-top: 1.5rem; }
  thead { display: table-header-group; }
  tr, figure, .whole { break-inside: avoid; }
  nav, pre { border: 1px solid var(--line); }
  a { text-decoration: none; }
}
"""
