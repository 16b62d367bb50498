// Renders a document as an HTML page that works with screen readers, phones, dark mode and large text. The page has its own
// style sheet, and a content security policy that allows nothing else.
import { createHash } from 'node:crypto';
import {
  type Block,
  type BlockOf,
  barValue,
  type DocumentModel,
  runsOf,
  type Text,
} from './document-model.ts';

/** How every document is shown. */
export const readingStyle = `
:root{color-scheme:light dark;--paper:#fbf8f3;--card:#fff;--ink:#1c2421;--soft:#4b5752;--line:#d8d2c5;--spruce:#0f4c3a;--tint:#f1f6f3}
@media (prefers-color-scheme:dark){:root{--paper:#111715;--card:#1a2220;--ink:#eef0ea;--soft:#b3bfb9;--line:#3a4641;--spruce:#8fd3b6;--tint:#1d2f28}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
main{max-width:46rem;margin:0 auto;padding:clamp(1rem,4vw,3rem)}
article{background:var(--card);border-radius:12px;padding:clamp(1.25rem,5vw,3rem)}
a{color:var(--spruce);font-weight:600;text-underline-offset:.2em}
a:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
nav{margin-block-end:1rem}
nav a{display:inline-block;padding-block:.25rem}
.letterhead{display:flex;flex-wrap:wrap;gap:.25rem 2rem;justify-content:space-between;padding-block-end:.75rem;margin-block-end:1.5rem;border-block-end:2px solid var(--spruce);color:var(--soft);font-size:.9375rem}
.letterhead strong{color:var(--spruce);font:600 1.5rem/1.3 Georgia,"Times New Roman",serif}
h1,h2{font-family:Georgia,"Times New Roman",serif;line-height:1.25;text-wrap:balance}
h1{font-size:clamp(1.625rem,1.3rem + 1.6vw,2.125rem);margin:0 0 1.25rem}
h2{font-size:1.3125rem;color:var(--spruce);margin:2rem 0 .5rem}
h3{font-size:1.0625rem;margin:1.5rem 0 .25rem}
p,ul,ol,dl,table{margin:0 0 1rem;max-width:68ch}
li{margin-block-end:.375rem}
.definitions{display:grid;grid-template-columns:minmax(7rem,12rem) 1fr;gap:.375rem 1.25rem}
dt{font-weight:600}
dd{margin:0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
caption{text-align:start;color:var(--soft);font-weight:600;font-size:.9375rem;padding-block-end:.25rem}
th,td{text-align:start;vertical-align:top;padding:.5rem .75rem .5rem 0;border-block-end:1px solid var(--line)}
.other{fill:var(--line)}.own{fill:var(--spruce)}
.end{text-align:end;padding-inline:.75rem 0}
.box{margin:0 0 1rem;padding:1.25rem;border:1px solid var(--spruce);border-radius:8px;background:var(--tint)}
.boxtitle{margin:0 0 .5rem;font-weight:600}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:1.25rem;margin:0;max-width:none}
.figures dt{font-size:.9375rem;color:var(--soft)}
.figures dd{font-size:1.1875rem;font-weight:600;line-height:1.35;font-variant-numeric:tabular-nums}
.figures .explanation{font-size:.875rem;font-weight:400;color:var(--soft)}
.figures .emphasized dt{color:var(--ink);font-weight:600}
.figures .emphasized dd:not(.explanation){font:600 2rem/1.25 Georgia,"Times New Roman",serif}
.signature{margin-block:2.5rem 1rem;padding-block-start:.375rem;border-block-start:1px solid var(--ink);color:var(--soft);font-size:.9375rem;max-width:26rem}
footer{margin-block-start:2rem;padding-block-start:.75rem;border-block-start:1px solid var(--line);color:var(--soft);font-size:.875rem}
@media (max-width:30rem){.definitions{display:block}dd{margin-block-end:.5rem}}
@media print{body,article{background:none}main,article{padding:0;max-width:none}nav{display:none}.box,tr,li{break-inside:avoid}h2,h3{break-after:avoid}}
`;

/** The Content-Security-Policy of every page rendered here: its own style, no scripts, no other requests. */
export const readingPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(readingStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function renderHtml(
  model: DocumentModel,
  links: readonly { href: string; words: string }[] = [],
): string {
  const { sender } = model;
  const nav = links
    .map(({ href, words }) => `<a href="${escapeHtml(href)}">${escapeHtml(words)}</a>`)
    .join(' ');
  return page(
    model.language,
    `${model.title} – ${sender.name}`,
    `${nav === '' ? '' : `<nav aria-label="Other forms of this document">${nav}</nav>\n`}<article>
<header class="letterhead"><strong>${escapeHtml(sender.name)}</strong><span>${sender.lines.map(escapeHtml).join('<br>')}</span></header>
${model.recipient === undefined ? '' : `<p>${model.recipient.map(escapeHtml).join('<br>')}</p>\n`}<h1>${escapeHtml(model.title)}</h1>
${model.blocks.map((block) => blockHtml(block)).join('\n')}
<footer>${escapeHtml(`${sender.legalName} · ${model.reference}`)}</footer>
</article>`,
  );
}

/** A document as a part of a page with others, below their common heading. `id` is its own; `extra` is HTML below its title. */
export function documentHtml(
  { title, sender, blocks, reference }: DocumentModel,
  id: string,
  extra: string,
): string {
  return `<article id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${escapeHtml(title)}</h2>
${extra}
${blocks.map((block) => blockHtml(block, 1)).join('\n')}
<footer>${escapeHtml(`${sender.legalName} · ${reference}`)}</footer>
</article>`;
}

/** A page that says why a document cannot be shown, with a link to continue. */
export function renderMessagePage(about: {
  title: string;
  sentence: string;
  link: { href: string; words: string };
}): string {
  return page(
    'en-US',
    about.title,
    `<article><h1>${escapeHtml(about.title)}</h1><p>${escapeHtml(about.sentence)}</p>
<p><a href="${escapeHtml(about.link.href)}">${escapeHtml(about.link.words)}</a></p></article>`,
  );
}

function page(language: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${readingStyle}</style></head>
<body><main>${body}</main></body>
</html>
`;
}

/** `deeper` is by how many levels headings go down. */
function blockHtml(block: Block, deeper = 0): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level + deeper}>${escapeHtml(block.text)}</h${block.level + deeper}>`;
    case 'paragraph':
      return `<p>${textHtml(block.text)}</p>`;
    case 'lines':
      return `<p>${block.lines.map(escapeHtml).join('<br>')}</p>`;
    case 'list': {
      const tag = block.ordered === true ? 'ol' : 'ul';
      return `<${tag}>${block.items.map((item) => `<li>${textHtml(item)}</li>`).join('')}</${tag}>`;
    }
    case 'definitions':
      return `<dl class="definitions">${block.items
        .map(
          ({ term, details }) =>
            `<dt>${escapeHtml(term)}</dt><dd>${details.map(escapeHtml).join('<br>')}</dd>`,
        )
        .join('')}</dl>`;
    case 'table': {
      const { caption, columns, rows, rowHeaders } = block;
      const aligned = (index: number) => (columns[index]?.align === 'end' ? ' class="end"' : '');
      const head = columns
        .map((column, index) => `<th scope="col"${aligned(index)}>${escapeHtml(column.header)}</th>`)
        .join('');
      const body = rows
        .map((row) => {
          const cells = columns.map((_, index) => {
            const words = escapeHtml(row[index] ?? '');
            return rowHeaders === true && index === 0
              ? `<th scope="row"${aligned(index)}>${words}</th>`
              : `<td${aligned(index)}>${words}</td>`;
          });
          return `<tr>${cells.join('')}</tr>`;
        })
        .join('');
      // A table that is wider than a phone scrolls on its own, with the keyboard too.
      return `<div class="scroll" role="region" tabindex="0" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
    }
    case 'box':
      return `<div class="box">${
        block.title === undefined ? '' : `<p class="boxtitle">${escapeHtml(block.title)}</p>`
      }<dl class="figures">${block.figures
        .map(
          ({ label, value, explanation, emphasised }) =>
            `<div${emphasised === true ? ' class="emphasized"' : ''}><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>${
              explanation === undefined ? '' : `<dd class="explanation">${escapeHtml(explanation)}</dd>`
            }</div>`,
        )
        .join('')}</dl></div>`;
    case 'bars':
      return barsHtml(block);
    case 'page-break':
      return '';
    case 'signature':
      if (block.signed)
        return `<p class="signature"><strong>${escapeHtml(block.signed.name)}</strong>, ${escapeHtml(block.signed.date)}<br>${escapeHtml(block.label)}</p>`;
      return [block.label, ...(block.date ? [block.date.label] : [])]
        .map((label) => `<p class="signature">${escapeHtml(label)}</p>`)
        .join('');
  }
}

/** The bars are drawings, because the page allows no styles of its elements. */
function barsHtml({ caption, bars }: BlockOf<'bars'>): string {
  const longest = Math.max(1, ...bars.map(({ percent }) => percent));
  const rows = bars.map(({ label, percent, emphasized = false }) => {
    const bar = `<svg aria-hidden="true" width="200" height="14"><rect width="${(200 * percent) / longest}" height="14" class="${emphasized ? 'own' : 'other'}"/></svg>`;
    return `<tr><th scope="row">${escapeHtml(label)}</th><td>${bar} ${escapeHtml(barValue(percent, emphasized))}</td></tr>`;
  });
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption><tbody>${rows.join('')}</tbody></table></div>`;
}

function textHtml(text: Text): string {
  return runsOf(text)
    .map((run) => (run.strong ? `<strong>${escapeHtml(run.text)}</strong>` : escapeHtml(run.text)))
    .join('');
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
