// Extends and merges the structure trees of tagged PDFs.
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectCopier,
  PDFPage,
  PDFPageLeaf,
  PDFRef,
} from '@cantoo/pdf-lib';

const key = PDFName.of;

/** All entries of a number tree, at every level. */
function numbers(tree: PDFDict | undefined): Map<number, PDFObject> {
  const found = new Map<number, PDFObject>();
  const list = tree?.lookupMaybe(key('Nums'), PDFArray);
  for (let i = 0; list && i + 1 < list.size(); i += 2) {
    const value = list.get(i + 1);
    const number = list.lookup(i);
    if (number instanceof PDFNumber && value) found.set(number.asNumber(), value);
  }
  const children = tree?.lookupMaybe(key('Kids'), PDFArray);
  for (let i = 0; children && i < children.size(); i += 1)
    for (const [number, value] of numbers(children.lookupMaybe(i, PDFDict))) found.set(number, value);
  return found;
}

/** The number tree that leads from marked content and annotations to their elements (ISO 32000-1, 14.7.4.4). */
class ParentTree {
  readonly #root: PDFDict;
  readonly #context: PDFContext;
  readonly #entries: Map<number, PDFObject>;

  constructor(root: PDFDict, context: PDFContext) {
    this.#root = root;
    this.#context = context;
    this.#entries = numbers(root.lookupMaybe(key('ParentTree'), PDFDict));
  }

  get(number: number): PDFObject | undefined {
    return this.#context.lookup(this.#entries.get(number));
  }

  set(number: number, value: PDFRef): void {
    this.#entries.set(number, value);
  }

  freeKey(): number {
    const next = this.#root.lookup(key('ParentTreeNextKey'));
    return Math.max(next instanceof PDFNumber ? next.asNumber() : 0, this.#last() + 1);
  }

  save(): void {
    const nums = this.#context.obj([]);
    for (const [number, value] of [...this.#entries].sort(([a], [b]) => a - b)) {
      nums.push(PDFNumber.of(number));
      nums.push(value);
    }
    const tree = this.#context.obj({});
    tree.set(key('Nums'), nums);
    this.#root.set(key('ParentTree'), this.#context.register(tree));
    this.#root.set(key('ParentTreeNextKey'), PDFNumber.of(this.#last() + 1));
  }

  #last(): number {
    return Math.max(-1, ...this.#entries.keys());
  }
}

function addKid(parent: PDFDict, kid: PDFObject, context: PDFContext): void {
  const child = parent.get(key('K'));
  const list = parent.lookup(key('K'));
  if (list instanceof PDFArray) list.push(kid);
  else {
    const fresh = context.obj([]);
    if (child) fresh.push(child);
    fresh.push(kid);
    parent.set(key('K'), fresh);
  }
}

type Content = Record<string, number | Record<string, string | number[] | PDFObject>>;

interface Element {
  readonly element: PDFDict;
  readonly ref: PDFObject;
}

/** The Document element below the root, or the root if there is none. */
function topOf(root: PDFDict, rootRef: PDFObject, context: PDFContext): Element {
  const children = root.lookup(key('K'));
  const first = children instanceof PDFArray ? children.get(0) : root.get(key('K'));
  const element = first && context.lookup(first);
  return element instanceof PDFDict && first ? { element, ref: first } : { element: root, ref: rootRef };
}

/** Undefined when the document is not tagged. */
export function structureOf({ context, catalog }: PDFDocument) {
  const root = catalog.lookupMaybe(key('StructTreeRoot'), PDFDict);
  const rootRef = catalog.get(key('StructTreeRoot'));
  if (!root || !rootRef) return undefined;
  const parents = new ParentTree(root, context);
  const add = (role: 'Figure' | 'Form', page: PDFPage, alternative: string, content: Content): PDFRef => {
    const parent = topOf(root, rootRef, context);
    const place = { Type: 'StructElem', S: role, P: parent.ref, Pg: page.ref };
    const alt = PDFHexString.fromText(alternative);
    const ref = context.register(context.obj({ ...place, ...content, Alt: alt }));
    addKid(parent.element, ref, context);
    return ref;
  };

  return {
    /** Adds an element for marked content on a page; screen readers read `alternative`. */
    figure: (page: PDFPage, alternative: string, box: number[]): number => {
      let number = page.node.lookup(key('StructParents'));
      if (!(number instanceof PDFNumber)) {
        number = PDFNumber.of(parents.freeKey());
        page.node.set(key('StructParents'), number);
      }
      const pageKey = (number as PDFNumber).asNumber();
      const known = parents.get(pageKey);
      const marks = known instanceof PDFArray ? known : context.obj([]);
      if (!(known instanceof PDFArray)) parents.set(pageKey, context.register(marks));

      const mcid = marks.size();
      const content = { K: mcid, A: { O: 'Layout', BBox: box, Placement: 'Block' } };
      marks.push(add('Figure', page, alternative, content));
      parents.save();
      return mcid;
    },
    form: (page: PDFPage, annotation: PDFRef, alternative: string): void => {
      const number = parents.freeKey();
      const content = { K: { Type: 'OBJR', Obj: annotation, Pg: page.ref } };
      const ref = add('Form', page, alternative, content);
      context.lookup(annotation, PDFDict).set(key('StructParent'), PDFNumber.of(number));
      parents.set(number, ref);
      parents.save();
    },
  };
}

/** Copies a source's pages, whose keys in the parent tree move up by `shift`. */
function copyPages(source: PDFDocument, copier: PDFObjectCopier, target: PDFDocument, shift: number): void {
  const { context } = target;
  const moved = new Set<PDFDict>();
  const move = (holder: PDFDict, name: 'StructParents' | 'StructParent') => {
    const number = holder.lookup(key(name));
    if (number instanceof PDFNumber && !moved.has(holder)) {
      holder.set(key(name), PDFNumber.of(number.asNumber() + shift));
      moved.add(holder);
    }
  };
  for (const page of source.getPages()) {
    // Copy by reference, so the structure tree's page pointers lead to the same copy.
    const ref = copier.copy(page.ref);
    const leaf = context.lookup(ref);
    if (!(leaf instanceof PDFPageLeaf)) continue;
    move(leaf, 'StructParents');
    const annotations = leaf.Annots();
    for (let i = 0; annotations && i < annotations.size(); i += 1) {
      const annotation = annotations.lookupMaybe(i, PDFDict);
      if (annotation) move(annotation, 'StructParent');
    }
    const forms = leaf.Resources()?.lookupMaybe(key('XObject'), PDFDict);
    for (const name of forms?.keys() ?? []) {
      const form = forms?.lookup(name);
      const dict = form && 'dict' in form ? (form.dict as unknown) : undefined;
      if (dict instanceof PDFDict)
        for (const each of ['StructParents', 'StructParent'] as const) move(dict, each);
    }
    target.addPage(PDFPage.of(leaf, ref, target));
  }
}

/** Copies the elements below a source's root, as parts of the document element. Copying the root would add a second tree. */
function copyElements(
  root: PDFDict,
  source: PDFDocument,
  copier: PDFObjectCopier,
  context: PDFContext,
  documentRef: PDFRef,
): PDFObject[] {
  const kids = root.lookup(key('K'));
  const copies: PDFObject[] = [];
  for (const kid of kids instanceof PDFArray ? kids.asArray() : [root.get(key('K'))]) {
    if (!kid) continue;
    const theirElement = source.context.lookup(kid);
    if (theirElement instanceof PDFDict) theirElement.delete(key('P'));
    const copied = copier.copy(kid);
    const element = context.lookup(copied);
    if (element instanceof PDFDict) {
      element.set(key('P'), documentRef);
      if (element.lookup(key('S')) === key('Document')) element.set(key('S'), key('Part'));
    }
    copies.push(copied instanceof PDFRef ? copied : context.register(copied));
  }
  return copies;
}

/** Copies all pages of all sources into the target and concatenates their structure trees. */
export function joinInto(target: PDFDocument, sources: readonly PDFDocument[]): void {
  const { context, catalog } = target;
  const rootRef = context.nextRef();
  const documentRef = context.nextRef();
  const tops = context.obj([]);
  const nums = context.obj([]);
  const roles = context.obj({});
  let next = 0;

  for (const source of sources) {
    const copier = PDFObjectCopier.for(source.context, context);
    const shift = next;
    copyPages(source, copier, target, shift);
    const root = source.catalog.lookupMaybe(key('StructTreeRoot'), PDFDict);
    if (!root) continue;
    for (const top of copyElements(root, source, copier, context, documentRef)) tops.push(top);
    for (const [number, value] of numbers(root.lookupMaybe(key('ParentTree'), PDFDict))) {
      nums.push(PDFNumber.of(number + shift));
      nums.push(copier.copy(value));
      next = Math.max(next, number + shift + 1);
    }
    const theirs = root.lookupMaybe(key('RoleMap'), PDFDict);
    for (const name of theirs?.keys() ?? []) {
      const role = theirs?.get(name);
      if (role) roles.set(name, copier.copy(role));
    }
  }

  if (tops.size() === 0) return;
  const documentElement = context.obj({ Type: 'StructElem', S: 'Document', P: rootRef });
  documentElement.set(key('K'), tops);
  context.assign(documentRef, documentElement);

  const tree = context.obj({});
  tree.set(key('Nums'), nums);
  const treeRoot = context.obj({
    Type: 'StructTreeRoot',
    K: documentRef,
    RoleMap: roles,
    ParentTreeNextKey: next,
  });
  treeRoot.set(key('ParentTree'), context.register(tree));
  context.assign(rootRef, treeRoot);
  catalog.set(key('StructTreeRoot'), rootRef);
  catalog.set(key('MarkInfo'), context.obj({ Marked: true }));
}
