// Renders a document from the lender's template for it.
import type { IsoDate } from '#finance/dates.ts';
import { versionOn } from '#lender/in-force.ts';
import type { Lender } from '#lender/load.ts';
import { textValues } from '#lender/public/fill-text.ts';
import type { Scope, TemplateBlock, TemplateId, TemplateInput } from '#lender/schema/document-templates.ts';
import type { BarGraph, Block, DocumentModel, Text } from '../pdf/document-model.ts';
import { type Heading, onLetterhead } from './letterhead.ts';

interface TemplateHeading extends Heading {
  /** The day whose version of the wording applies. */
  readonly date: IsoDate;
  /** The borrower's, as a code; for texts that only some states have. */
  readonly state?: string;
}

export function fromTemplate<Id extends TemplateId>(
  lender: Lender,
  id: Id,
  head: TemplateHeading,
  input: TemplateInput<Id, readonly Block[]>,
): DocumentModel {
  const { title, sections, version, sha256 } = versionOn(lender.templates, id, head.date);
  const conditions: Readonly<Record<string, boolean>> = input.conditions;
  const parts: Readonly<Record<string, readonly Block[]>> = input.parts;
  const figures: Readonly<Record<string, string | undefined>> = {
    ...textValues(lender.brand),
    ...input.figures,
  };
  const holds = ({ when, unless, states }: Scope) =>
    when.every((condition) => conditions[condition]) &&
    !unless.some((condition) => conditions[condition]) &&
    (states === undefined || (head.state !== undefined && states.includes(head.state)));
  const fill = (words: string) =>
    words.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = figures[name];
      if (value === undefined) throw new Error(`The ${id} has no ${name} here.`);
      return value;
    });
  // The marks are read before a figure is filled in: an applicant's name is never markup.
  const text = (words: string): Text =>
    words
      .split('**')
      .map((part, index) => (index % 2 === 1 ? { strong: fill(part) } : fill(part)))
      .filter((part) => part !== '');
  const render = (block: TemplateBlock): readonly Block[] => {
    if (!holds(block)) return [];
    if ('text' in block) return [{ kind: 'paragraph', text: text(block.text) }];
    if ('subheading' in block) return [{ kind: 'heading', level: 3, text: fill(block.subheading) }];
    if ('list' in block)
      return [{ kind: 'list', items: block.list.filter(holds).map((item) => text(item.text)) }];
    if ('lines' in block) return [{ kind: 'lines', lines: block.lines.map(fill) }];
    if ('terms' in block)
      return [
        {
          kind: 'definitions',
          items: block.terms.map(({ term, details }) => ({ term: fill(term), details: details.map(fill) })),
        },
      ];
    if ('signature' in block) return [signature(fill(block.signature))];
    return block.part === 'page-break' ? [{ kind: 'page-break' }] : (parts[block.part] ?? []);
  };
  let number = 0;
  const blocks = sections.filter(holds).flatMap(({ heading, framed, body }): readonly Block[] => {
    const rendered = body.flatMap(render);
    if (framed) return [formPart(heading === undefined ? undefined : fill(heading), rendered)];
    if (heading === undefined) return rendered;
    const words = fill(heading).replace(/^#(?=\.)/, () => String(++number));
    return [{ kind: 'heading', level: 2, text: words }, ...rendered];
  });
  const named = title.find(holds);
  if (named === undefined) throw new Error(`The ${id} has no title here.`);
  return {
    ...onLetterhead(lender, { ...head, title: fill(named.text) }, blocks),
    wording: { template: id, version, sha256 },
  };
}

/** Each heading among the blocks is a term; what follows it is beside it, with an empty line between paragraphs. */
function formPart(title: string | undefined, blocks: readonly Block[]): Block {
  const items: { term: string; details: Text[]; graph?: BarGraph }[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading') {
      items.push({ term: block.text, details: [] });
      continue;
    }
    const item = items.at(-1);
    if (item === undefined) throw new Error('A framed section starts with a subheading.');
    if (block.kind === 'bars') item.graph = block;
    else item.details.push(...(item.details.length === 0 ? [] : ['']), ...linesOf(block));
  }
  return {
    kind: 'definitions',
    framed: true,
    shaded: true,
    ...(title === undefined ? {} : { title }),
    items,
  };
}

function linesOf(block: Block): readonly Text[] {
  if (block.kind === 'paragraph') return [block.text];
  if (block.kind === 'lines') return block.lines;
  if (block.kind === 'definitions')
    return block.items.flatMap(({ term, details: [first = '', ...others] }): Text[] => [
      [{ italic: `${term} ` }, ...(typeof first === 'string' ? [first] : first)],
      ...others,
    ]);
  throw new Error(`A framed section has no place for ${block.kind}.`);
}

export const signature = (label: string): Block => ({ kind: 'signature', label, date: { label: 'Date' } });
