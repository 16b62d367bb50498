// Renders a document as an HTML page that works with screen readers, phones, dark mode and large text.
import {
  type Block,
  type BlockOf,
  barValue,
  type DocumentModel,
  footOf,
  runsOf,
  type Text,
} from './document-model.ts';
import { readingStyle } from './reading-style.ts';

export function renderHtml(model: DocumentModel, links: readonly { href: string; words: string }[] = []) {
  const { sender } = model;
  const nav = links
    .map(({ href, words }) => `<a href="${escapeHtml(href)}">${escapeHtml(words)}</a>`)
    .join(' ');
  return page(
    model.language,
    `${model.title} – ${sender.name}`,
    `${nav === '' ? '' : `<nav aria-label="Other forms of this document">${nav}</nav>\n`}<article>
${model.form ? '' : letterheadHtml(sender)}
${model.recipient === undefined ? '' : `<p>${model.recipient.map(escapeHtml).join('<br>')}</p>\n`}${titleHtml(model, 1)}
${model.blocks.map((block) => blockHtml(block)).join('\n')}
<footer>${escapeHtml(footOf(model))}</footer>
</article>`,
  );
}

/** A document as a part of a page with others, below their common heading. Nothing else is in its article. */
export function documentHtml(model: DocumentModel, id: string): string {
  const { blocks } = model;
  return `<article aria-labelledby="${id}-title">
${titleHtml(model, 2, ` id="${id}-title"`)}
${blocks.map((block, at) => blockHtml(block, 1, isSection(block) ? ` id="${sectionId(id, at)}"` : '')).join('\n')}
<footer>${escapeHtml(footOf(model))}</footer>
</article>`;
}

/** The sections of a document that `documentHtml` rendered, with the ids of their headings. */
export const sectionsOf = ({ blocks }: DocumentModel, id: string) =>
  blocks.flatMap((block, at) => (isSection(block) ? [{ id: sectionId(id, at), text: block.text }] : []));

const isSection = (block: Block): block is BlockOf<'heading'> =>
  block.kind === 'heading' && block.level === 2;
const sectionId = (document: string, at: number) => `${document}-section-${at}`;

const letterheadHtml = ({ name, lines }: DocumentModel['sender']) =>
  `<header class="letterhead"><strong><img src="/icon.svg" alt="" width="32" height="32"> ${escapeHtml(name)}</strong><span>${lines.map(escapeHtml).join('<br>')}</span></header>`;

function titleHtml({ title, form, provider }: DocumentModel, level: 1 | 2, attributes = ''): string {
  if (provider !== undefined)
    return `<h${level}${attributes} class="provider">${escapeHtml(provider)}<br>${escapeHtml(title)}</h${level}>`;
  if (form === undefined) return `<h${level}${attributes}>${escapeHtml(title)}</h${level}>`;
  return `<p class="revised">${escapeHtml(form.revised)}</p>
<h${level}${attributes} class="form"><span>${escapeHtml(form.label)}</span> <span>${escapeHtml(title)}</span></h${level}>`;
}

/** A page about why a document cannot be shown, with a link to continue. */
export function renderMessagePage(title: string, sentence: string, link: { href: string; words: string }) {
  return page(
    'en-US',
    title,
    `<article><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p>
<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.words)}</a></p></article>`,
  );
}

const page = (language: string, title: string, body: string) =>
  htmlPage(language, title, readingStyle, `<main>${body}</main>`);

export const htmlPage = (language: string, title: string, style: string, body: string): string =>
  `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/lender/look.css"><style>${style}</style></head>
<body>${body}</body>
</html>
`;

/** `deeper` is by how many levels headings go down; `attributes` are a heading's own. */
function blockHtml(block: Block, deeper = 0, attributes = ''): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level + deeper}${attributes}>${escapeHtml(block.text)}</h${block.level + deeper}>`;
    case 'paragraph':
      return `<p>${textHtml(block.text)}</p>`;
    case 'lines':
      return `<p>${block.lines.map(escapeHtml).join('<br>')}</p>`;
    case 'list': {
      const tag = block.ordered === true ? 'ol' : 'ul';
      return `<${tag}>${block.items.map((item) => `<li>${textHtml(item)}</li>`).join('')}</${tag}>`;
    }
    case 'definitions':
      return definitionsHtml(block, deeper);
    case 'table':
      return tableHtml(block);
    case 'box':
      return `<div class="box">${
        block.title === undefined ? '' : `<p class="boxtitle">${escapeHtml(block.title)}</p>`
      }<dl class="figures${block.figures.length === 1 ? ' single' : ''}">${block.figures
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

function definitionsHtml({ items, framed, inverse, shaded, title }: BlockOf<'definitions'>, deeper: number) {
  const level = 2 + deeper;
  const bar = title === undefined ? '' : `<h${level} class="bar">${escapeHtml(title)}</h${level}>`;
  const [only] = items;
  const linesOf = (details: readonly Text[]) => details.map(textHtml).join('<br>');
  if (only?.term === '') return `${bar}<p class="framed">${linesOf(only.details)}</p>`;
  const pairs = items.map(({ term, details, graph }) => {
    const drawn = graph === undefined ? '' : barsHtml(graph);
    return `<dt>${escapeHtml(term)}</dt><dd>${linesOf(details)}${drawn}</dd>`;
  });
  const look = inverse === true ? ' inverse' : shaded === true ? ' shaded' : '';
  const kind = framed === true ? ` framed${look}` : '';
  return `${bar}<dl class="definitions${kind}">${pairs.join('')}</dl>`;
}

/** On a phone, a row takes several lines: a ledger below its headers or labeled records. Roles keep it a table then. */
function tableHtml({ caption, columns, rows, rowHeaders, framed }: BlockOf<'table'>): string {
  const aligned = (index: number) => {
    const { align = 'start' } = columns[index] ?? {};
    return align === 'start' ? '' : ` class="${align}"`;
  };
  const head = columns
    .map(
      ({ header }, index) =>
        `<th role="columnheader" scope="col"${aligned(index)}>${escapeHtml(header)}</th>`,
    )
    .join('');
  const body = rows
    .map((row) => {
      const cells = columns.map(({ header }, index) => {
        const words = textHtml(row[index] ?? '');
        return rowHeaders === true && index === 0
          ? `<th role="rowheader" scope="row"${aligned(index)}>${words}</th>`
          : `<td role="cell" data-label="${escapeHtml(header)}"${aligned(index)}>${words}</td>`;
      });
      return `<tr role="row">${cells.join('')}</tr>`;
    })
    .join('');
  const shape =
    columns.length < 3
      ? ''
      : ` class="wide ${rows.length > 12 ? 'ledger' : 'records'} columns${columns.length}"`;
  return `<div class="scroll${framed === true ? ' framed' : ''}"><table role="table"${shape}><caption>${escapeHtml(caption)}</caption><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${body}</tbody></table></div>`;
}

/** The bars are drawings, because the page allows no styles of its elements. */
function barsHtml({ caption, bars }: BlockOf<'bars'>): string {
  const longest = Math.max(1, ...bars.map(({ percent }) => percent));
  const rows = bars.map(({ label, percent, emphasized = false }) => {
    const bar = `<svg aria-hidden="true" width="200" height="14"><rect width="${(200 * percent) / longest}" height="14" class="${emphasized ? 'own' : 'other'}"/></svg>`;
    return `<tr><th scope="row">${escapeHtml(label)}</th><td>${bar} ${escapeHtml(barValue(percent, emphasized).join(', '))}</td></tr>`;
  });
  return `<div class="scroll"><table><caption>${escapeHtml(caption)}</caption><tbody>${rows.join('')}</tbody></table></div>`;
}

function textHtml(text: Text): string {
  return runsOf(text)
    .map(({ text: words, strong, italic }) => {
      const written = escapeHtml(words);
      if (strong) return `<strong>${written}</strong>`;
      return italic ? `<em>${written}</em>` : written;
    })
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
