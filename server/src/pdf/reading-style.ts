// How documents look as pages: the same faces, colors and boxes as their PDFs.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The display face, as small as browsers take it. */
export const displayFace = readFileSync(join(import.meta.dirname, 'fonts/besley.woff2'));
const version = createHash('sha256').update(displayFace).digest('hex').slice(0, 12);
export const displayFacePath = `/documents/besley-${version}.woff2`;

export const readingStyle = `
@font-face{font-family:Besley;src:url("${displayFacePath}") format("woff2");font-weight:400 700;font-display:swap;ascent-override:96%;descent-override:29%;line-gap-override:0%}
:root{color-scheme:light dark;--paper:#fbf8f3;--card:#fff;--ink:#1c2421;--soft:#4b5752;--line:#e2dbce;--edge:#b9c4be;--spruce:#0f4c3a;--on-spruce:#fff;--tint:#f1f6f3;--here:#fbeed6;--display:Besley,Georgia,"Noto Serif","Times New Roman",serif}
@media (prefers-color-scheme:dark){:root{--paper:#111715;--card:#1a2220;--ink:#eef0ea;--soft:#b3bfb9;--line:#323d38;--edge:#55635c;--spruce:#8fd3b6;--on-spruce:#10201a;--tint:#1d2f28;--here:#3a2f18}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.55 -apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans","Helvetica Neue",Arial,sans-serif;overflow-wrap:break-word}
main{max-width:50rem;margin:0 auto;padding:clamp(1rem,4vw,3rem) clamp(.75rem,4vw,2rem) 4rem}
article{container-type:inline-size;background:var(--card);border:1px solid var(--line);border-radius:12px;padding:clamp(1.25rem,6vw,4rem) clamp(1rem,6vw,4rem);box-shadow:0 1px 2px rgb(28 36 33/5%),0 8px 28px -14px rgb(28 36 33/18%)}
a{color:var(--spruce);font-weight:600;text-underline-offset:.2em}
a:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;justify-content:end;margin-block-end:.75rem}
nav a{display:inline-block;padding-block:.5rem}
.letterhead{display:flex;flex-wrap:wrap;gap:.25rem 2rem;justify-content:space-between;padding-block-end:1rem;margin-block-end:2rem;border-block-end:2px solid var(--spruce);color:var(--soft);font-size:.875rem;line-height:1.45}
.letterhead strong{color:var(--spruce);font:560 1.625rem/1.3 var(--display)}
h1,h2{font-family:var(--display);font-weight:560;line-height:1.25;text-wrap:balance}
h1{font-size:clamp(1.75rem,1.4rem + 1.6vw,2.25rem);margin:0 0 1.5rem}
h2{font-size:1.3125rem;color:var(--spruce);margin:2.25rem 0 .5rem}
h3{font-size:1.0625rem;margin:1.5rem 0 .25rem}
p,ul,ol,dl{margin:0 0 1rem;max-width:68ch}
ul,ol{padding-inline-start:1.375rem}
li{margin-block-end:.375rem}
.definitions{display:grid;grid-template-columns:minmax(7rem,11rem) 1fr;gap:.5rem 1.25rem}
dt{font-weight:600}
.revised{text-align:end;font-size:.875rem;margin:0 0 .25rem;max-width:none}
.form{display:flex;flex-wrap:wrap;margin:0 0 1rem;border:1px solid var(--ink);font-family:inherit;font-size:1.25rem;color:var(--ink)}
.form span{padding:.625rem .75rem;flex:999 1 12rem}
.form span:first-child{flex:1 0 7rem;background:var(--ink);color:var(--card);font-size:1.5rem}
.bar{margin:1.5rem 0 0;padding:.375rem .75rem;background:var(--ink);color:var(--card);font-family:inherit;font-size:1.0625rem}
dl.framed,p.framed{max-width:none;gap:0;border:1px solid var(--ink)}
p.framed{padding:.625rem .75rem}
dl.framed :is(dt,dd){padding:.625rem .75rem;border-block-end:1px solid var(--ink)}
dl.framed dt{background:var(--tint)}dl.framed dd .scroll{margin:0}
dl.framed :is(dt,dd):nth-last-child(1),dl.framed dt:nth-last-child(2){border-block-end:0}
dd{margin:0}
.scroll{overflow-x:auto;margin:0 0 1.25rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
caption{text-align:start;color:var(--soft);font-weight:600;font-size:.9375rem;padding-block-end:.375rem}
th,td{text-align:start;vertical-align:top;padding:.5rem .75rem .5rem 0;border-block-end:1px solid var(--line)}
thead th{color:var(--soft);font-size:.875rem;line-height:1.35;vertical-align:bottom;border-block-end:1px solid var(--edge)}
tbody th{font-weight:600}
th:last-child,td:last-child{padding-inline-end:0}
.framed table :is(th,td){padding:.5rem .75rem;border:1px solid var(--ink);color:inherit}
.framed table thead th,dl.inverse dt{background:var(--ink);color:var(--card)}
.framed table tbody th{font-weight:400}
.provider{padding:.625rem .75rem;margin:0;border:1px solid var(--ink);font-family:inherit;font-size:1.25rem;color:var(--ink);text-align:center}
.framed table caption{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
.other{fill:var(--edge)}.own{fill:var(--spruce)}
.end{text-align:end}.center{text-align:center}
.box{margin:0 0 1.5rem;border:1.5px solid var(--spruce);border-radius:8px;background:var(--tint);overflow:hidden}
.boxtitle{margin:0;padding:1rem 1.25rem 0;font-weight:600}
.figures{display:grid;gap:1px;margin:0;max-width:none;background:var(--edge)}
.figures>div{padding:1rem 1.25rem;background:var(--tint)}
.figures dt{font-size:.9375rem;line-height:1.35;color:var(--soft)}
.figures dd{font-size:1.25rem;font-weight:600;line-height:1.35;font-variant-numeric:tabular-nums}
.figures .explanation{margin-block-start:.125rem;font-size:.875rem;line-height:1.4;font-weight:400;color:var(--soft)}
.figures .emphasized dt{color:var(--ink);font-weight:600}
.figures .emphasized dd:not(.explanation){font:560 2.125rem/1.2 var(--display)}
.signature{margin-block:2.5rem 1rem;padding-block-start:.375rem;border-block-start:1px solid var(--ink);color:var(--soft);font-size:.9375rem;max-width:26rem}
footer{margin-block-start:2.5rem;padding-block-start:.75rem;border-block-start:1px solid var(--line);color:var(--soft);font-size:.875rem}
@container (min-width:25rem){.figures:not(.single){grid-template-columns:repeat(2,minmax(0,1fr))}}
@container (max-width:29.99rem){.definitions{display:block}.definitions dd{margin-block-end:.75rem}}
@container (max-width:35.99rem){
.wide{display:block}.wide caption{display:block}.wide :is(thead,tbody){display:block}
.wide tr{display:grid;gap:.125rem .75rem;padding-block:.625rem;border-block-end:1px solid var(--line)}
.wide :is(th,td){padding:0;border:0}
.ledger{display:grid;grid-template-columns:auto 1fr auto;font-size:clamp(.8125rem,4.2cqi,.9375rem)}
.ledger caption{grid-column:1/-1}
.ledger :is(thead,tbody){display:contents}
.ledger tr{grid-column:1/-1;grid-template-columns:repeat(3,minmax(0,1fr));grid-template-columns:subgrid}
.ledger thead tr{border-color:var(--edge)}
.ledger thead th{font-size:inherit}
.ledger :is(th,td){text-align:start}
.ledger :is(th,td):nth-child(3n){text-align:end}
.ledger .end{overflow-wrap:normal}
.records thead{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
.records tr{display:flex;flex-wrap:wrap;gap:.5rem .75rem}
.records td{flex:1 1 7.5rem}
.records tbody th{flex:1 0 100%}
.records td{text-align:start}
.records td::before{content:attr(data-label);display:block;color:var(--soft);font-size:.8125rem;line-height:1.4}
}
@media print{body,article{background:none}main,article{padding:0;max-width:none;border:0;box-shadow:none}nav{display:none}.box,tr,li{break-inside:avoid}h2,h3{break-after:avoid}}
@media (forced-colors:active){.figures{background:CanvasText}}
`;

/** The source of a style in a Content-Security-Policy. */
export const hashOf = (style: string): string =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** The Content-Security-Policy of every page rendered here: its own style and face, no scripts, no other requests. */
export const readingPagePolicy = [
  "default-src 'none'",
  `style-src ${hashOf(readingStyle)}`,
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
