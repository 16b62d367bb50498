// The templates under documents, checked: what each names exists, and what each must have is there.
import { createHash } from 'node:crypto';
import type { LenderFiles } from './lender-files.ts';
import { textValues } from './public/fill-text.ts';
import type { Brand } from './schema/brand.ts';
import {
  declarationOf,
  type Scope,
  TEMPLATE_IDS,
  type Template,
  type TemplateBlock,
  templateSchema,
} from './schema/document-templates.ts';
import { readVersions } from './versions.ts';

/** Every version of every template, oldest first. Throws a LenderFileError for the first mistake in one. */
export function readTemplates(files: LenderFiles, brand: Brand, served: ReadonlySet<string>) {
  return readVersions(files, 'documents', TEMPLATE_IDS, templateSchema, (file, template) => {
    files.refuseIf(file, findMistake(template, Object.keys(textValues(brand)), served));
    const sha256 = createHash('sha256').update(JSON.stringify(template)).digest('hex');
    return { ...template, sha256 };
  });
}

/** A part of the template with everything that limits it: its own conditions and those of what it is in. */
interface Place {
  readonly at: string;
  readonly scopes: readonly Scope[];
  readonly texts: readonly string[];
  readonly block?: TemplateBlock;
}

function* placesOf(template: Template): Generator<Place> {
  for (const [index, title] of template.title.entries())
    yield { at: `title[${index}]`, scopes: [title], texts: [title.text] };
  for (const [index, section] of template.sections.entries()) {
    const at = `sections[${index}] (${section.id})`;
    yield { at: `${at}.heading`, scopes: [section], texts: section.heading ? [section.heading] : [] };
    for (const [place, block] of section.body.entries()) {
      const inBlock = { at: `${at}.body[${place}]`, scopes: [section, block] };
      yield { ...inBlock, block, texts: 'list' in block ? [] : textsOf(block) };
      for (const [item, entry] of ('list' in block ? block.list : []).entries())
        yield { at: `${inBlock.at}.list[${item}]`, scopes: [...inBlock.scopes, entry], texts: [entry.text] };
    }
  }
}

function textsOf(block: Exclude<TemplateBlock, { list: unknown }>): readonly string[] {
  if ('text' in block) return [block.text];
  if ('subheading' in block) return [block.subheading];
  if ('lines' in block) return block.lines;
  if ('terms' in block) return block.terms.flatMap(({ term, details }) => [term, ...details]);
  return 'signature' in block ? [block.signature] : [];
}

const figuresIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const listed = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '));

function findMistake(
  template: Template,
  ofLender: readonly string[],
  served: ReadonlySet<string>,
): string | undefined {
  const {
    figures,
    optional = [],
    conditional = {},
    conditions = [],
    parts = [],
  } = declarationOf(template.id);
  const required = [...figures, ...Object.keys(conditional)];
  const allowed = [...required, ...optional, ...ofLender];
  const used = { figures: new Set<string>(), parts: new Set<string>(), signatures: 0 };
  for (const { at, scopes, texts, block } of placesOf(template)) {
    const when = scopes.flatMap((scope) => scope.when);
    const unknown = [...when, ...scopes.flatMap((scope) => scope.unless)].find(
      (it) => !conditions.includes(it),
    );
    if (unknown !== undefined)
      return `${at} has the condition "${unknown}", which this document does not have; it has ${listed(conditions)}.`;
    const unserved = scopes.flatMap(({ states = [] }) => states).find((state) => !served.has(state));
    if (unserved !== undefined)
      return `${at}.states names ${unserved}, which public/states.json does not serve.`;
    for (const text of texts) {
      for (const name of figuresIn(text)) {
        if (!allowed.includes(name))
          return `${at} names {${name}}, which this document does not have; correct it to one of ${listed(allowed)}.`;
        const condition = conditional[name];
        if (condition !== undefined && !when.includes(condition))
          return `${at} names {${name}}, which not every such document has; add "when": "${condition}" to it or to its section.`;
        used.figures.add(name);
      }
      if (/[{}]/.test(text.replace(/\{\w+\}/g, '')))
        return `${at} has a brace that is not around a figure; write a figure like {${allowed[0]}}, without spaces.`;
      if (text.split('**').length % 2 === 0)
        return `${at} has an odd number of "**"; put one before and one after the strong words.`;
      if (conditions.includes('arbitration') && /arbitrat/i.test(text) && !when.includes('arbitration'))
        return `${at} is about arbitration, which the Military Lending Act forbids for covered borrowers (10 U.S.C. 987(e)(3)); add "when": "arbitration".`;
    }
    if (block && 'part' in block) {
      if (block.part !== 'page-break' && !parts.includes(block.part))
        return `${at} names the part "${block.part}", which this document does not have; it has ${listed([...parts, 'page-break'])}.`;
      if (used.parts.has(block.part) && block.part !== 'page-break')
        return `${at} repeats the part "${block.part}"; remove one.`;
      used.parts.add(block.part);
    }
    if (block && 'signature' in block) {
      if (scopes.some(isLimited))
        return `${at} is the line to sign on, which every such document has; remove "when", "unless" and "states" from it and from its section.`;
      used.signatures += 1;
    }
  }
  const lastTitle = template.title.at(-1);
  if (lastTitle !== undefined && isLimited(lastTitle))
    return 'title must end with a text for every other document; add one without "when", "unless" and "states".';
  return findMissing(template, required, used);
}

const isLimited = ({ when, unless, states }: Scope): boolean =>
  when.length > 0 || unless.length > 0 || states !== undefined;

function findMissing(
  { id, sections }: Template,
  required: readonly string[],
  used: {
    readonly figures: ReadonlySet<string>;
    readonly parts: ReadonlySet<string>;
    readonly signatures: number;
  },
): string | undefined {
  const { parts = [], sections: needed, signed, conditional = {} } = declarationOf(id);
  const ids = sections.map((section) => section.id);
  const twice = ids.find((name, index) => ids.indexOf(name) !== index);
  if (twice !== undefined) return `sections has two with the id "${twice}"; give each its own.`;
  const section = needed.find((name) => !ids.includes(name));
  if (section !== undefined)
    return `sections has none with the id "${section}", which this document needs; add {"id": "${section}", "heading": …, "body": […]}.`;
  const figure = required.find((name) => !used.figures.has(name));
  if (figure !== undefined) {
    const where =
      conditional[figure] === undefined ? '' : `, in a text with "when": "${conditional[figure]}"`;
    return `sections must state the figure {${figure}} somewhere${where}, and it does not.`;
  }
  const part = parts.find((name) => !used.parts.has(name));
  if (part !== undefined)
    return `sections must have the part "${part}"; add {"part": "${part}"} where it belongs.`;
  if (used.signatures !== (signed ? 1 : 0))
    return signed
      ? 'sections must have exactly one {"signature": …}, which labels the line to sign on.'
      : 'sections has a {"signature": …}, but no one signs this document; remove it.';
  return undefined;
}
