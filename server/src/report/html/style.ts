/** The report's looks: an editor's colours where there is an editor, legible ones of its own elsewhere. */

const LIGHT = '--good: #0f5323; --bad: #9a0d22; --warn: #6b4200; --link: #0550ae;';
const DARK = '--good: #7ee08f; --bad: #ffa198; --warn: #f2cc60; --link: #79c0ff;';
const OWN_LIGHT =
  '--own-back: #ffffff; --own-text: #1f2328; --own-soft: #f3f4f6; --own-line: #6e7781;';
const OWN_DARK =
  '--own-back: #16191d; --own-text: #e6edf3; --own-soft: #23282e; --own-line: #8b949e;';

/** The style sheet. Whoever changes a letter of it changes the hash in the page's policy with it. */
export const STYLE = `
body { ${LIGHT} ${OWN_LIGHT} }
@media (prefers-color-scheme: dark) { body { ${DARK} ${OWN_DARK} } }
body.vscode-light { ${LIGHT} }
body.vscode-dark, body.vscode-high-contrast { ${DARK} }
body.vscode-high-contrast-light { ${LIGHT} }
body {
  --back: var(--vscode-editor-background, var(--own-back));
  --text: var(--vscode-editor-foreground, var(--own-text));
  --soft: var(--vscode-editorWidget-background, var(--own-soft));
  --line: var(--vscode-contrastBorder, var(--vscode-panel-border, var(--own-line)));
  --focus: var(--vscode-focusBorder, var(--link));
  margin: 0 auto; padding: 1rem 1.25rem 3rem; max-width: 76rem;
  color: var(--text); background: var(--back);
  font: var(--vscode-font-size, 15px)/1.5 var(--vscode-font-family, system-ui, sans-serif);
}
html { color-scheme: light dark; background: var(--vscode-editor-background, Canvas); }
h1 { font-size: 1.5em; margin: 0 0 .3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25em; margin: 1.6rem 0 .4rem; overflow-wrap: anywhere; }
h3 { font-size: 1.1em; margin: 1.1rem 0 .3rem; overflow-wrap: anywhere; }
h4, h5 { font-size: 1em; margin: .9rem 0 .25rem; overflow-wrap: anywhere; }
p, ul, dl { margin: .3rem 0; }
a { color: var(--vscode-textLink-foreground, var(--link)); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
code { font-family: var(--vscode-editor-font-family, ui-monospace, monospace); color: inherit; background: none; overflow-wrap: anywhere; }
blockquote { margin: .3rem 0; padding: .3rem .8rem; border: 0 solid var(--line); border-left-width: 3px; background: var(--soft); color: inherit; overflow-wrap: anywhere; }
table { border-collapse: collapse; margin: .3rem 0; }
caption { text-align: left; font-weight: 600; white-space: nowrap; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; font-weight: inherit; }
th:first-child, td:first-child, .text { text-align: left; }
thead th { font-weight: 600; }
.scroll { overflow-x: auto; }
details { margin: .4rem 0; }
summary { cursor: pointer; padding: .15rem 0; overflow-wrap: anywhere; }
summary > h2, summary > h3, summary > h4 { display: inline; }
.pass, .good { color: var(--good); } .fail, .error, .bad, .low { color: var(--bad); } .warning { color: var(--warn); }
.pass, .fail, .error, .low, .bad, .good { font-weight: 600; }
.none { font-style: italic; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .9rem; }
.facts dt { font-weight: 600; } .facts dd { margin: 0; overflow-wrap: anywhere; }
.call { border: 1px solid var(--line); border-radius: 4px; margin: .5rem 0; padding: .4rem .8rem; background: var(--soft); }
.call.wrong { border-left: 4px solid var(--bad); }
.call h5 { margin: 0; }
.call table { width: 100%; }
.call td, .call th { text-align: left; width: 30%; }
.call th:first-child { width: 18%; } .call td:last-child, .call th:last-child { width: 22%; }
.sides { display: flex; flex-wrap: wrap; gap: .1rem 1.5rem; margin: .1rem 0; }
svg { display: block; max-width: 100%; height: auto; margin: .3rem 0; }
svg text { fill: var(--text); font: 13px var(--vscode-font-family, system-ui, sans-serif); }
svg .mono { font-family: var(--vscode-editor-font-family, ui-monospace, monospace); }
svg .frame { fill: none; stroke: var(--line); } svg .box { fill: var(--soft); stroke: var(--line); }
svg .fill { fill: var(--text); } svg .fill.low { fill: var(--bad); }
svg .way { fill: none; stroke: var(--good); stroke-width: 2; } svg .way.broken { stroke: var(--bad); stroke-dasharray: 6 4; }
svg .tip { fill: var(--good); } svg .tip.broken { fill: var(--bad); }
svg .curve { fill: none; stroke: var(--link); stroke-width: 2; } svg .curve.pow { stroke: var(--text); stroke-dasharray: 6 4; }
svg .dot { fill: var(--link); } svg .dot.pow { fill: var(--text); }
@media (forced-colors: active) { svg .way, svg .curve { stroke: CanvasText; } svg .fill, svg .dot, svg .tip { fill: CanvasText; } svg text { fill: CanvasText; } }
@media print { details::details-content { content-visibility: visible; } }
`;
