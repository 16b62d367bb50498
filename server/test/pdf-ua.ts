// The conditions of the Matterhorn Protocol 1.1 (PDF/UA-1) that a program can check, read from qpdf's JSON. veraPDF checks more.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from './test-folder.ts';

type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };
type Dict = { readonly [key: string]: Value };
interface Entry {
  readonly value?: Value;
  readonly stream?: { readonly dict: Dict; readonly data: string };
}
type Objects = Readonly<Record<string, Entry>>;

/** ISO 32000-1, 14.8.4, those that our documents may have. */
const standardTypes = new Set(
  'Document Part Sect Div P H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot Caption Span Figure Form Link Note'.split(
    ' ',
  ),
);
/** Where an element must be (09-004 to 09-008). */
const parents: Readonly<Record<string, readonly string[]>> = {
  LI: ['L'],
  Lbl: ['LI'],
  LBody: ['LI'],
  TR: ['Table', 'THead', 'TBody', 'TFoot'],
  TH: ['TR'],
  TD: ['TR'],
};

/** What is wrong, each with the condition's number; nothing if none of the checks fails. */
export function pdfUaMistakes(pdf: Uint8Array): readonly string[] {
  const folder = testFolder();
  const file = join(folder, 'document.pdf');
  writeFileSync(file, pdf);
  const json = execFileSync(
    'qpdf',
    ['--json=2', '--json-stream-data=inline', '--decode-level=generalized', file],
    { maxBuffer: 256 * 1024 * 1024, encoding: 'utf8' },
  );
  return [...new Set(mistakesIn(new File((JSON.parse(json) as { qpdf: [unknown, Objects] }).qpdf[1])))];
}

class File {
  readonly #objects: Objects;
  constructor(objects: Objects) {
    this.#objects = objects;
  }
  #entry(value: Value | undefined): Entry | undefined {
    return typeof value === 'string' && / \d+ R$/.test(value) ? this.#objects[`obj:${value}`] : undefined;
  }
  get(value: Value | undefined): Value | undefined {
    const entry = this.#entry(value);
    return entry ? (entry.value ?? entry.stream?.dict) : value;
  }
  dict(value: Value | undefined): Dict {
    const found = this.get(value);
    return found !== null && typeof found === 'object' && !Array.isArray(found) ? (found as Dict) : {};
  }
  list(value: Value | undefined): readonly Value[] {
    const found = this.get(value);
    return Array.isArray(found) ? found : found === undefined || found === null ? [] : [value as Value];
  }
  text(stream: Value | undefined): string {
    return Buffer.from(this.#entry(stream)?.stream?.data ?? '', 'base64').toString('latin1');
  }
  get trailer(): Dict {
    return this.dict(this.#objects.trailer?.value);
  }
}

function* mistakesIn(file: File): Generator<string> {
  const catalog = file.dict(file.trailer['/Root']);
  yield* documentMistakes(file, catalog);
  const root = file.dict(catalog['/StructTreeRoot']);
  const roles = file.dict(root['/RoleMap']);
  const elements = [...elementsBelow(file, root, undefined)];
  yield* structureMistakes(file, elements, (type) => String(roles[`/${type}`] ?? `/${type}`).slice(1));
  const tree = numbersOf(file, root['/ParentTree']);
  for (const [index, page] of pagesOf(file, catalog['/Pages']).entries()) {
    for (const mistake of pageMistakes(file, page, tree)) yield `page ${index + 1}: ${mistake}`;
  }
}

function* documentMistakes(file: File, catalog: Dict): Generator<string> {
  const metadata = file.text(catalog['/Metadata']);
  if (metadata === '') yield '06-001: no XMP metadata';
  if (!/pdfuaid:part(>|=")1/.test(metadata)) yield '06-002: no PDF/UA identifier';
  if (!/<dc:title>[\s\S]*?<rdf:li[^>]*>[^<]+</.test(metadata)) yield '06-003: no dc:title';
  const viewer = file.dict(catalog['/ViewerPreferences']);
  if (viewer['/DisplayDocTitle'] !== true) yield '07-002: the window does not show the title';
  const mark = file.dict(catalog['/MarkInfo']);
  if (mark['/Marked'] !== true) yield '06-000: not marked as tagged';
  if (mark['/Suspects'] === true) yield '04-001: suspects';
  if (typeof file.get(catalog['/Lang']) !== 'string') yield '11-006: no language';
  if (file.trailer['/Encrypt'] !== undefined) yield '26-001: encrypted';
  if (file.dict(catalog['/AcroForm'])['/XFA'] !== undefined) yield '25-001: XFA';
}

interface Element {
  readonly type: string;
  readonly parent: string | undefined;
  readonly dict: Dict;
}

function* elementsBelow(file: File, holder: Dict, parent: string | undefined): Generator<Element> {
  for (const kid of file.list(holder['/K'])) {
    const dict = file.dict(kid);
    if (dict['/S'] === undefined) continue;
    const type = String(dict['/S']).slice(1);
    yield { type, parent, dict };
    yield* elementsBelow(file, dict, type);
  }
}

function* structureMistakes(
  file: File,
  elements: readonly Element[],
  roleOf: (type: string) => string,
): Generator<string> {
  if (elements.length === 0) yield '01-005: no structure';
  let level = 0;
  for (const { type, parent, dict } of elements) {
    const role = roleOf(type);
    if (!standardTypes.has(role)) yield `02-001: ${type} is no standard type`;
    const within = parents[role];
    if (within && !within.includes(roleOf(parent ?? ''))) yield `09-004: ${role} in ${parent}`;
    if (role === 'Figure' && !dict['/Alt'] && !dict['/ActualText']) yield '13-004: a figure without a text';
    const attributes = file.list(dict['/A']).map((one) => file.dict(one));
    if (role === 'TH' && !attributes.some((one) => one['/Scope']))
      yield '15-003: a header cell without a scope';
    const heading = /^H([1-6])$/.exec(role)?.[1];
    if (heading === undefined) continue;
    if (Number(heading) > level + 1)
      yield `14-003: H${heading} after ${level === 0 ? 'nothing' : `H${level}`}`;
    level = Number(heading);
  }
}

function numbersOf(file: File, tree: Value | undefined): ReadonlyMap<number, Value> {
  const { '/Nums': nums, '/Kids': kids } = file.dict(tree);
  const list = file.list(nums);
  const own = list.flatMap((one, at): [number, Value][] =>
    at % 2 === 0 ? [[Number(one), list[at + 1] as Value]] : [],
  );
  return new Map([...own, ...file.list(kids).flatMap((kid) => [...numbersOf(file, kid)])]);
}

function pagesOf(file: File, node: Value | undefined): readonly Dict[] {
  const dict = file.dict(node);
  return dict['/Type'] === '/Page' ? [dict] : file.list(dict['/Kids']).flatMap((kid) => pagesOf(file, kid));
}

function* pageMistakes(file: File, page: Dict, tree: ReadonlyMap<number, Value>): Generator<string> {
  const marks = file.list(tree.get(Number(page['/StructParents'])));
  const content = file
    .list(page['/Contents'])
    .map((one) => file.text(one))
    .join('\n');
  for (const found of contentOf(content)) {
    if ('mistake' in found) yield found.mistake;
    else if (file.dict(marks[found.mcid])['/S'] === undefined)
      yield `01-005: content ${found.mcid} has no element`;
  }
  const annotations = file.list(page['/Annots']).map((one) => file.dict(one));
  if (annotations.length > 0 && page['/Tabs'] !== '/S') yield '28-009: the tab order is not the structure';
  for (const annotation of annotations) {
    const element = file.dict(tree.get(Number(annotation['/StructParent'])));
    const wanted = annotation['/Subtype'] === '/Widget' ? '/Form' : '/Annot';
    if (element['/S'] !== wanted) yield `28-010: ${annotation['/Subtype']} is not in ${wanted}`;
    if (annotation['/Subtype'] === '/Widget' && !annotation['/TU'] && !element['/Alt'])
      yield '28-005: no name';
  }
}

const painting = new Set('Tj TJ \' " S s f F f* B B* b b* Do sh EI'.split(' '));
const token =
  /\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)|<<|>>|<[0-9a-fA-F\s]*>|\[|\]|\/[^\s/<>[\]()]*|[^\s/<>[\]()]+/g;

/** Every marked-content id of a content stream, and what is painted outside of an element or an artifact. */
function* contentOf(content: string): Generator<{ readonly mcid: number } | { readonly mistake: string }> {
  const open: ('artifact' | 'tagged' | 'other')[] = [];
  let operands: string[] = [];
  for (const [word] of content.matchAll(token)) {
    if (word === 'BDC' || word === 'BMC') {
      const mcid = /\/MCID (\d+)/.exec(operands.join(' '))?.[1];
      const kind = operands.includes('/Artifact') ? 'artifact' : mcid === undefined ? 'other' : 'tagged';
      if (kind === 'artifact' && open.includes('tagged'))
        yield { mistake: '01-003: an artifact in tagged content' };
      if (kind === 'tagged' && open.includes('artifact'))
        yield { mistake: '01-004: tagged content in an artifact' };
      if (mcid !== undefined) yield { mcid: Number(mcid) };
      open.push(kind);
    } else if (word === 'EMC') open.pop();
    else if (painting.has(word) && !open.some((kind) => kind !== 'other'))
      yield { mistake: `01-005: ${word} is neither tagged nor an artifact` };
    operands = /^[A-Za-z'"]/.test(word) ? [] : [...operands, word];
  }
}
