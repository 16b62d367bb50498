// The page of a replay's report: one file that opens anywhere, prints on paper, and needs no script.
import { readFileSync } from 'node:fs';
import { escapeHtml } from '../pdf/render-html.ts';
import type { ReportModel } from '../wording/replay-report.ts';
import { cellText, type ReportPlot, type ReportTable, shownRows } from '../wording/report-cells.ts';

export function renderPage(model: ReportModel): string {
  const { title, facts, highlights, parts, refusals, method, sides } = model;
  const font = readFileSync(new URL('../pdf/fonts/besley.woff2', import.meta.url)).toString('base64');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>@font-face{font-family:Besley;src:url(data:font/woff2;base64,${font}) format("woff2");font-weight:400 900}
${styles}</style>
</head>
<body>
<main>
<header>
${branchLine}
<h1>${escapeHtml(title)}</h1>
<dl>${facts.map(([term, detail]) => `<div><dt>${escapeHtml(term)}</dt><dd>${escapeHtml(detail)}</dd></div>`).join('')}</dl>
</header>
${highlights.length === 0 ? '' : `<section class="highlights" aria-label="Most important figures">${highlights.map((one) => highlight(one, sides)).join('')}</section>`}
${parts.map((part) => `<section class="part"><h2>${escapeHtml(part.title)}<span>${part.decided.toLocaleString('en-US')} decisions</span></h2>\n${part.tables.map((table) => renderTable(table, part.kind, sides)).join('\n')}</section>`).join('\n')}
${refusals === undefined ? '' : `<section class="part">${renderTable(refusals, 'all', sides)}</section>`}
<footer><h2>How it was computed</h2><ul>${method.map((sentence) => `<li>${escapeHtml(sentence)}</li>`).join('')}</ul></footer>
</main>
</body>
</html>
`;
}

const highlight = (
  { label, before, after, change }: ReportModel['highlights'][number],
  [first]: readonly [string, string],
) =>
  `<div class="highlight"><p class="label">${escapeHtml(label)}</p><p class="value">${escapeHtml(after)}</p><p class="was">${escapeHtml(first)} ${escapeHtml(before)} <b>${escapeHtml(change)}</b></p></div>`;

function renderTable(table: ReportTable, kind: string, sides: ReportModel['sides']): string {
  const { id, question, note, columns, plot } = table;
  const { shown: rows, more } = shownRows(table);
  const isText = (at: number) => columns[at]?.format === 'text';
  const cell = (row: ReportTable['rows'][number], at: number) => {
    const format = row.formats?.[at] ?? columns[at]?.format ?? 'text';
    const text = escapeHtml(cellText(row.cells[at], format));
    if (at === 0) return `<th scope="row">${text}</th>`;
    return `<td${isText(at) ? ' class="text"' : ''}>${text}</td>`;
  };
  const head = columns
    .map(({ name }, at) => `<th scope="col"${isText(at) ? ' class="text"' : ''}>${escapeHtml(name)}</th>`)
    .join('');
  const body =
    rows.length === 0
      ? `<tr><td class="text" colspan="${columns.length}">None</td></tr>`
      : rows.map((row) => `<tr>${columns.map((_, at) => cell(row, at)).join('')}</tr>`).join('\n');
  const name = `${kind}-${id}`;
  const figure = plot === undefined ? '' : barsOf(plot, sides);
  return `<section class="question${columns.length > 5 ? ' wide' : ''}"><h3 id="${name}">${escapeHtml(question)}</h3>${note === undefined ? '' : `<p class="note">${escapeHtml(note)}</p>`}${figure}<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>
${body}
</tbody></table></div>${more === undefined ? '' : `<p class="note">${escapeHtml(more)}</p>`}</section>`;
}

/** Two bars for each name. To a screen reader they are one picture, because the table has the figures. */
function barsOf({ caption, format, names, before, after }: ReportPlot, sides: ReportModel['sides']): string {
  const longest = format === 'share' ? 1 : Math.max(1, ...before, ...after);
  const bar = (side: string, value: number) =>
    `<i class="${side}" style="width:${((80 * value) / longest).toFixed(2)}%"></i>${format === 'share' ? `${Math.round(value * 100)}%` : cellText(value, 'count')}<br>`;
  const rows = names.map(
    (name, at) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td>${bar('before', before[at] ?? 0)}${bar('after', after[at] ?? 0)}</td></tr>`,
  );
  const legend = `<i class="before"></i>${escapeHtml(sides[0])} <i class="after"></i>${escapeHtml(sides[1])}`;
  return `<figure><figcaption>${escapeHtml(caption)}: ${legend}</figcaption><div role="img" aria-label="${escapeHtml(`${caption}. The table has the figures.`)}"><table class="bars">${rows.join('\n')}</table></div></figure>`;
}

const branchLine = `<svg class="line" viewBox="0 0 240 48" width="240" height="48" aria-hidden="true" focusable="false"><path d="M4 34H236M72 34C104 34 104 10 136 10H236" fill="none" stroke="#0F4C3A" stroke-width="3" stroke-linecap="round"/><g fill="#FBF8F3" stroke="#0F4C3A" stroke-width="3"><circle cx="24" cy="34" r="6"/><circle cx="176" cy="34" r="6"/></g><circle cx="176" cy="10" r="6" fill="#E8A33D" stroke="#1C2421" stroke-width="2"/></svg>`;

const styles = `
:root{color-scheme:light;--paper:#FBF8F3;--card:#fff;--ink:#1C2421;--soft:#5B655F;--spruce:#0F4C3A;--tint:#E3EFE9;--line:#E4DED2}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-print-color-adjust:exact;print-color-adjust:exact}
main{max-width:1120px;margin:0 auto;padding:40px 32px 64px}
h1,h2,.value{font-family:Besley,Georgia,serif;line-height:1.15}
h1{margin:12px 0 20px;font-size:40px;font-weight:650}
h2{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:baseline;margin:56px 0 16px;font-size:28px;font-weight:650}
h2 span{font:400 16px/1.5 system-ui,sans-serif;color:var(--soft)}
h3{margin:0;font-size:19px;line-height:1.3}
p{margin:0}
.line{display:block}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(300px,1fr));gap:12px 32px;margin:0}
dl div{border-top:1px solid var(--line);padding-top:8px}
dt{font-size:14px;color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
.highlights{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:16px;margin-top:32px}
.highlight,.question{background:var(--card);border-radius:12px;box-shadow:0 1px 3px rgb(28 36 33/.12)}
.highlight{padding:16px 20px}
.label{font-size:14px;color:var(--soft)}
.value{margin:4px 0;font-size:30px;font-weight:650;font-variant-numeric:tabular-nums}
.was{font-size:14px;color:var(--soft)}
.was b{display:inline-block;color:var(--ink);font-variant-numeric:tabular-nums}
.question{margin-top:16px;padding:24px}
.note{max-width:68ch;margin-top:8px;color:var(--soft)}
figure{margin:20px 0 0}
figure i{display:inline-block;height:12px;margin-right:6px;border-radius:0 2px 2px 0}
figcaption i{width:14px;margin-left:12px}
.before{background:#C9BFA9}.after{background:var(--spruce)}
.bars :is(th,td){border:0;padding-block:4px;font-size:13px;line-height:1.3;text-align:left}
.bars th{width:30%;overflow-wrap:anywhere}
figcaption{font-size:14px;color:var(--soft)}
.scroll{margin-top:16px;overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:8px 12px;border-bottom:1px solid var(--line);text-align:right;vertical-align:baseline;font-weight:400}
thead th{border-bottom:2px solid var(--spruce);font-size:14px;line-height:1.3;font-weight:650;vertical-align:bottom}
tbody tr:last-child>*{border-bottom:0}
th:first-child,td:first-child{padding-left:0}
th:last-child,td:last-child{padding-right:0}
tbody th,.text{text-align:left}
td{white-space:nowrap}
.text{white-space:normal}
.wide table{font-size:15px}
.wide :is(th,td):not(:first-child):not(:last-child){padding-inline:8px}
.wide tbody th{white-space:nowrap}
footer ul{max-width:72ch;margin:0;padding-left:20px}
footer li{margin-top:8px}
@media(max-width:760px){main{padding:24px 16px 48px}h1{font-size:32px}.highlights{grid-template-columns:repeat(2,minmax(0,1fr))}.question{padding:16px}}
@page{size:letter;margin:14mm}
@media print{
body{background:#fff;font-size:10.5px}
main{max-width:none;padding:0}
h1{font-size:26px}h2{margin-top:24px;font-size:19px;break-after:avoid}h2 span{font-size:11px}h3{font-size:13px;break-after:avoid}
.highlights{gap:8px;margin-top:16px}.highlight{padding:8px 12px}.value{font-size:18px}.label,.was,dt,figcaption{font-size:9.5px}
.highlight,.question{box-shadow:none;border:1px solid var(--line)}
.question{margin-top:10px;padding:12px}
.note{margin-top:4px}figure{margin-top:8px;break-inside:avoid}
.scroll{margin-top:8px;overflow:visible}
.wide table{font-size:8.5px}th,td{padding:3px 6px}.wide :is(th,td):not(:first-child):not(:last-child){padding-inline:3px}thead th{font-size:inherit}
thead{display:table-header-group}tr{break-inside:avoid}
dl{grid-template-columns:repeat(3,1fr);gap:6px 16px}
}
`;
