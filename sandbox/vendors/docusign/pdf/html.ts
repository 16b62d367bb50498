// Converts a PDF to HTML for screen readers and phones: from its structure tree when it is tagged, otherwise line by line.
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from '@cantoo/pdf-lib';
import { textOf } from './fonts.ts';
import { type PlacedGlyph, readDrawnPages, spoken } from './reading.ts';

const name = (value: PDFObject | undefined): string => (value instanceof PDFName ? value.decodeText() : '');
const key = PDFName.of;
/** PDF allows a single value in place of a list of one. */
const resolveList = (value: PDFObject | undefined): (PDFObject | undefined)[] =>
  value instanceof PDFArray ? value.asArray().map((_, i) => value.lookup(i)) : [value];

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Shows `label` wherever the text contains `words`: an anchor marks a place to fill in and is not text to read. */
type Marker = { words: string; label: string };

const elements: Record<string, string> = {
  P: 'p',
  L: 'ul',
  LI: 'li',
  Lbl: 'span',
  LBody: 'div',
  Table: 'table',
  THead: 'thead',
  TBody: 'tbody',
  TFoot: 'tfoot',
  TR: 'tr',
  TH: 'th',
  TD: 'td',
  Caption: 'caption',
  BlockQuote: 'blockquote',
  Span: 'span',
  Quote: 'q',
  Em: 'em',
  Strong: 'strong',
  Code: 'code',
  Note: 'p',
};
const inlineOnly = new Set([
  'p',
  'span',
  'q',
  'em',
  'strong',
  'code',
  'caption',
  'a',
  'h3',
  'h4',
  'h5',
  'h6',
]);
/** The page that an element's content is on, where it says so. */
function pageOf(element: PDFDict, outer: PDFRef | undefined): PDFRef | undefined {
  const own = element.get(key('Pg'));
  return own instanceof PDFRef ? own : outer;
}

/** For tables whose rows a phone sets in several lines: they stay tables for screen readers. */
const tableRoles: Record<string, string> = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tfoot: 'rowgroup',
  tr: 'row',
};
const bullet = /^[•◦▪‣·–—*-]$/;
const number = /^\(?(?:\d{1,3}|[a-z]|[ivx]+)[.)]$/i;
/** Text this many times larger than most is treated as a heading. */
const standsOut = 1.5;
const blocks = new Set(['p', 'ul', 'div', 'table', 'blockquote', 'h3', 'h4', 'h5', 'h6']);

export async function pdfAsHtml(document: PDFDocument, markers: readonly Marker[] = []): Promise<string> {
  const drawn = await readDrawnPages(document);
  const pages = drawn.map(({ glyphs }) => glyphs);

  function words(text: string): string {
    let html = escapeHtml(text);
    for (const { words: wanted, label } of markers)
      html = html.replaceAll(escapeHtml(wanted), `<span class="place">${escapeHtml(label)}</span>`);
    return html;
  }

  const root = document.catalog.lookupMaybe(key('StructTreeRoot'), PDFDict);
  const html = root ? tagged(root) : '';
  return html.replace(/<[^>]+>/g, '').trim() ? html : untagged();

  function untagged(): string {
    return pages
      .flatMap((glyphs) => {
        const paragraphs: PlacedGlyph[][] = [];
        let previous: PlacedGlyph | undefined;
        for (const glyph of glyphs.filter(({ artifact }) => !artifact)) {
          const drop = previous ? Math.abs(previous.y - glyph.y) : 0;
          if (!previous || drop > 1.6 * glyph.size) paragraphs.push([]);
          paragraphs.at(-1)?.push(glyph);
          previous = glyph;
        }
        return paragraphs.map((paragraph) => spoken(paragraph));
      })
      .filter(Boolean)
      .map((text) => `<p>${words(text)}</p>`)
      .join('\n');
  }

  function tagged(tree: PDFDict): string {
    const roles = tree.lookupMaybe(key('RoleMap'), PDFDict);
    const byMark = new Map<string, PlacedGlyph[]>();
    for (const [page, glyphs] of pages.entries())
      for (const glyph of glyphs) {
        if (glyph.mcid === undefined || glyph.artifact) continue;
        const mark = `${page}:${glyph.mcid}`;
        const known = byMark.get(mark);
        if (known) known.push(glyph);
        else byMark.set(mark, [glyph]);
      }
    const pageNumbers = new Map(document.getPages().map((page, position) => [page.ref.toString(), position]));
    const seen = new Set<PDFDict>();
    /** The headers of the table that is shown, and the cell of its row. */
    let headers: string[] = [];
    let cell = 0;
    const usual = usualSize(pages.flat());

    const roleOf = (element: PDFDict): string => {
      let role = name(element.lookup(key('S')));
      for (let hops = 0; roles && hops < 8; hops += 1) {
        const mapped = name(roles.lookup(key(role)));
        if (!mapped || mapped === role) break;
        role = mapped;
      }
      return role;
    };

    function attribute(element: PDFDict, wanted: string): PDFObject | undefined {
      const list = resolveList(element.lookup(key('A')));
      for (const entry of list)
        if (entry instanceof PDFDict && entry.has(key(wanted))) return entry.lookup(key(wanted));
      return undefined;
    }

    function linkOf(element: PDFDict): string | undefined {
      const kids = element.lookup(key('K'));
      const list = resolveList(kids);
      for (const kid of list) {
        if (!(kid instanceof PDFDict)) continue;
        const uri = textOf(
          kid.lookupMaybe(key('Obj'), PDFDict)?.lookupMaybe(key('A'), PDFDict)?.lookup(key('URI')),
        );
        if (uri && /^(https?:|mailto:|tel:)/i.test(uri)) return uri;
      }
      return undefined;
    }

    function kids(element: PDFDict, page: PDFRef | undefined, inside: string | undefined): string {
      const list = resolveList(element.lookup(key('K')));
      const parts = list.map((kid) => {
        if (kid instanceof PDFNumber) return text(page, kid.asNumber(), inside);
        if (!(kid instanceof PDFDict)) return '';
        const type = name(kid.lookup(key('Type')));
        const ownPage = kid.get(key('Pg'));
        const itsPage = ownPage instanceof PDFRef ? ownPage : page;
        if (type === 'OBJR') return '';
        if (type === 'MCR') {
          const mcid = kid.lookup(key('MCID'));
          return mcid instanceof PDFNumber ? text(itsPage, mcid.asNumber(), inside) : '';
        }
        return show(kid, itsPage, inside);
      });
      return parts.filter(Boolean).join(' ');
    }

    function text(page: PDFRef | undefined, mcid: number, inside: string | undefined): string {
      const glyphs = byMark.get(`${page ? pageNumbers.get(page.toString()) : ''}:${mcid}`) ?? [];
      const isPlain = /^(?:h\d|th|dt)$/.test(inside ?? '');
      if (isPlain) return words(spoken(glyphs));
      if (glyphs.length > 0 && glyphs.every(({ size }) => size > standsOut * usual))
        return `<strong class="large">${words(spoken(glyphs))}</strong>`;
      return runsOf(glyphs)
        .map(({ glyphs: run, isBold, isApart }) => {
          const said = words(spoken(run));
          return `${isApart ? ' ' : ''}${isBold && said !== '' ? `<strong>${said}</strong>` : said}`;
        })
        .join('');
    }

    /** The text of the marked content anywhere inside an element, by page. */
    function glyphsIn(element: PDFDict, outer: PDFRef | undefined, found: Map<number, PlacedGlyph[]>) {
      const page = pageOf(element, outer);
      for (const kid of resolveList(element.lookup(key('K')))) {
        if (kid instanceof PDFNumber && page) {
          const at = pageNumbers.get(page.toString()) ?? -1;
          const glyphs = byMark.get(`${at}:${kid.asNumber()}`) ?? [];
          found.set(at, [...(found.get(at) ?? []), ...glyphs]);
        } else if (kid instanceof PDFDict && name(kid.lookup(key('Type'))) !== 'OBJR')
          glyphsIn(kid, page, found);
      }
      return found;
    }

    /** Whether a rectangle is drawn around all of an element. */
    function isFramed(element: PDFDict, page: PDFRef | undefined): boolean {
      const [place, ...others] = [...glyphsIn(element, page, new Map())];
      if (!place || others.length > 0) return false;
      const [at, glyphs] = place;
      return (drawn[at]?.frames ?? []).some(
        ({ left, right, bottom, top }) =>
          glyphs.length > 0 &&
          glyphs.every(({ x, y, width }) => x >= left && x + width <= right && y >= bottom && y <= top),
      );
    }

    /** A list of items with bullets or numbers, or of terms with what they mean. */
    function listOf(element: PDFDict, page: PDFRef | undefined, isInFrame: boolean): string {
      const items = resolveList(element.lookup(key('K'))).flatMap((item) => {
        if (!(item instanceof PDFDict)) return [];
        const parts = resolveList(item.lookup(key('K'))).filter((part) => part instanceof PDFDict);
        const [label, body] = ['Lbl', 'LBody'].map((role) => parts.find((part) => roleOf(part) === role));
        if (!label || !body) return [];
        seen.add(item);
        const at = pageOf(item, page);
        return [
          { label: kids(label, pageOf(label, at), 'dt'), body: kids(body, pageOf(body, at), undefined) },
        ];
      });
      if (items.length === 0) return kids(element, page, 'ul');
      if (items.every(({ label }) => bullet.test(label) || number.test(label))) {
        const tag = items.every(({ label }) => number.test(label)) ? 'ol' : 'ul';
        const shown = items.map(({ label, body }) => {
          const value = /\d+/.exec(label)?.[0];
          return `<li${value ? ` value="${value}"` : ''}>${body}</li>`;
        });
        return `<${tag}>${shown.join('')}</${tag}>`;
      }
      const shown = items.map(({ label, body }) => {
        const isLarge = body.includes('class="large"');
        return `<div${isLarge ? ' class="prominent"' : ''}><dt>${label}</dt><dd>${body}</dd></div>`;
      });
      return `<dl class="${isInFrame ? 'figures' : 'terms'}">${shown.join('')}</dl>`;
    }

    function show(element: PDFDict, outerPage: PDFRef | undefined, inside: string | undefined): string {
      if (seen.has(element)) return '';
      seen.add(element);
      const role = roleOf(element);
      const page = pageOf(element, outerPage);
      if (role === 'Artifact') return '';

      const alternative = textOf(element.lookup(key('Alt')));
      if (role === 'Figure' || role === 'Formula')
        return alternative ? `<span class="picture">${escapeHtml(alternative)}</span>` : '';
      const actual = textOf(element.lookup(key('ActualText')));

      const isInFrame = inside === 'frame';
      if (role === 'L') return listOf(element, page, isInFrame);
      if (role === 'Sect' && isFramed(element, page))
        return `<div class="box">${kids(element, page, 'frame')}</div>`;
      if (role === 'Table') headers = [];
      if (role === 'TR') cell = 0;

      const level = /^H([1-6])$/.exec(role)?.[1];
      let tag =
        elements[role] ?? (level ? `h${Math.min(6, Number(level) + 2)}` : role === 'H' ? 'h3' : undefined);
      const link = role === 'Link' ? linkOf(element) : undefined;
      if (link) tag = 'a';
      if (tag && inside && inlineOnly.has(inside) && blocks.has(tag)) tag = 'span';

      const content = actual === undefined ? kids(element, page, tag ?? inside) : words(actual);
      if (!tag) return content;
      if (!content.trim() && tag !== 'td' && tag !== 'th') return '';
      const attributes: string[] = [];
      if (link) attributes.push(`href="${escapeHtml(link)}" target="_blank" rel="noreferrer"`);
      if (tag === 'th' || tag === 'td') {
        const scope = name(attribute(element, 'Scope')).toLowerCase();
        attributes.push(`role="${tag === 'td' ? 'cell' : scope === 'row' ? 'rowheader' : 'columnheader'}"`);
        if (tag === 'th') attributes.push(`scope="${scope === 'row' ? 'row' : 'col'}"`);
        if (tag === 'th' && scope !== 'row') headers[cell] = content.replace(/<[^>]+>/g, '').trim();
        else if (tag === 'td' && headers[cell]) attributes.push(`data-label="${headers[cell]}"`);
        if (tag === 'td' && /^\s*(?:<p>)?\s*-?\$?[\d,]+(?:\.\d+)?%?\s*(?:<\/p>)?\s*$/.test(content))
          attributes.push('class="number"');
        cell += 1;
        for (const [span, html] of [
          ['ColSpan', 'colspan'],
          ['RowSpan', 'rowspan'],
        ] as const) {
          const value = attribute(element, span);
          if (value instanceof PDFNumber && value.asNumber() > 1)
            attributes.push(`${html}="${value.asNumber()}"`);
        }
        // An empty header cell labels nothing, so make it a plain cell.
        if (tag === 'th' && !content.trim()) return '<td role="cell"></td>';
      }
      const tableRole = tableRoles[tag];
      if (tableRole) attributes.push(`role="${tableRole}"`);
      if (tag === 'table' && headers.length > 2 && !/ (?:col|row)span=/.test(content)) {
        const rows = content.split('<tr').length - 2;
        attributes.push(`class="folding ${rows > 12 ? 'ledger' : 'records'}"`);
      }
      const made = `<${[tag, ...attributes].join(' ')}>${content}</${tag}>`;
      return tag === 'table' ? `<div class="wide">${made}</div>` : made;
    }

    const tops = resolveList(tree.lookup(key('K')));
    return tops
      .map((element) => (element instanceof PDFDict ? show(element, undefined, undefined) : ''))
      .join('\n');
  }
}

/** Text with one weight each, and whether a space parts it from the text before. */
function runsOf(glyphs: readonly PlacedGlyph[]) {
  const runs: { glyphs: PlacedGlyph[]; isBold: boolean; isApart: boolean }[] = [];
  let previous: PlacedGlyph | undefined;
  for (const glyph of glyphs) {
    const current = runs.at(-1);
    if (current && (glyph.isBold === current.isBold || glyph.text.trim() === '')) current.glyphs.push(glyph);
    else {
      const isApart =
        previous !== undefined &&
        (previous.text.endsWith(' ') ||
          Math.abs(previous.y - glyph.y) > 1 ||
          glyph.x - (previous.x + previous.width) > 0.2 * glyph.size);
      runs.push({ glyphs: [glyph], isBold: glyph.isBold, isApart });
    }
    previous = glyph;
  }
  return runs;
}

/** The most common text size. */
function usualSize(glyphs: readonly PlacedGlyph[]): number {
  const counts = new Map<number, number>();
  for (const { size, artifact } of glyphs) if (!artifact) counts.set(size, (counts.get(size) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}
