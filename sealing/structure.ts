// Extends and merges the structure trees of tagged PDFs.
import {
  PDFArray,
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
const unicode = (text: string) => PDFHexString.fromText(text);

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

type Structure = {
  /** Adds an element for marked content on a page; screen readers read `alternative`. */
  figure: (page: PDFPage, alternative: string, besideMcid: number | undefined, box: number[]) => number;
  /** Adds an element for an annotation. */
  form: (page: PDFPage, annotation: PDFRef, alternative: string) => void;
};

/** Undefined when the document is not tagged. */
export function structureOf(document: PDFDocument): Structure | undefined {
  const { context, catalog } = document;
  const root = catalog.lookupMaybe(key('StructTreeRoot'), PDFDict);
  const rootRef = catalog.get(key('StructTreeRoot'));
  if (!root || !rootRef) return undefined;

  const entries = numbers(root.lookupMaybe(key('ParentTree'), PDFDict));
  const save = () => {
    const list = [...entries]
      .sort(([a], [b]) => a - b)
      .flatMap(([number, value]) => [PDFNumber.of(number), value]);
    const tree = context.obj({});
    const nums = context.obj([]);
    for (const value of list) nums.push(value);
    tree.set(key('Nums'), nums);
    root.set(key('ParentTree'), context.register(tree));
    root.set(key('ParentTreeNextKey'), PDFNumber.of(Math.max(-1, ...entries.keys()) + 1));
  };
  const freeKey = () => {
    const next = root.lookup(key('ParentTreeNextKey'));
    return Math.max(next instanceof PDFNumber ? next.asNumber() : 0, Math.max(-1, ...entries.keys()) + 1);
  };

  function addKid(parent: PDFDict, kid: PDFObject): void {
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

  /** The Document element below the root. */
  function top(): { element: PDFDict; ref: PDFObject } {
    const children = root?.lookup(key('K'));
    const first = children instanceof PDFArray ? children.get(0) : root?.get(key('K'));
    const element = first && context.lookup(first);
    return element instanceof PDFDict && first
      ? { element, ref: first }
      : { element: root as PDFDict, ref: rootRef as PDFObject };
  }

  return {
    figure: (page, alternative, besideMcid, box) => {
      let number = page.node.lookup(key('StructParents'));
      if (!(number instanceof PDFNumber)) {
        number = PDFNumber.of(freeKey());
        page.node.set(key('StructParents'), number);
      }
      const pageKey = (number as PDFNumber).asNumber();
      const known = context.lookup(entries.get(pageKey));
      const marks = known instanceof PDFArray ? known : context.obj([]);
      if (!(known instanceof PDFArray)) entries.set(pageKey, context.register(marks));

      const beside = besideMcid === undefined ? undefined : marks.get(besideMcid);
      const besideElement = beside && context.lookup(beside);
      const parent =
        besideElement instanceof PDFDict && beside ? { element: besideElement, ref: beside } : top();
      const mcid = marks.size();
      const element = context.obj({
        Type: 'StructElem',
        S: 'Figure',
        P: parent.ref,
        Pg: page.ref,
        K: mcid,
        A: { O: 'Layout', BBox: box, Placement: 'Block' },
      });
      element.set(key('Alt'), unicode(alternative));
      const ref = context.register(element);
      addKid(parent.element, ref);
      marks.push(ref);
      save();
      return mcid;
    },
    form: (page, annotation, alternative) => {
      const parent = top();
      const number = freeKey();
      const element = context.obj({
        Type: 'StructElem',
        S: 'Form',
        P: parent.ref,
        Pg: page.ref,
        K: { Type: 'OBJR', Obj: annotation, Pg: page.ref },
      });
      element.set(key('Alt'), unicode(alternative));
      const ref = context.register(element);
      addKid(parent.element, ref);
      context.lookup(annotation, PDFDict).set(key('StructParent'), PDFNumber.of(number));
      entries.set(number, ref);
      save();
    },
  };
}

/** Copies all pages of all sources into the target and concatenates their structure trees. */
export function joinInto(target: PDFDocument, sources: readonly PDFDocument[]): void {
  const { context, catalog } = target;
  const rootRef = context.nextRef();
  const documentRef = context.nextRef();
  const tops: PDFObject[] = [];
  const entries: PDFObject[] = [];
  const roles = context.obj({});
  let next = 0;

  for (const source of sources) {
    const copier = PDFObjectCopier.for(source.context, context);
    const shift = next;
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

    const root = source.catalog.lookupMaybe(key('StructTreeRoot'), PDFDict);
    if (!root) continue;
    const kids = root.lookup(key('K'));
    for (const kid of kids instanceof PDFArray ? kids.asArray() : [root.get(key('K'))]) {
      if (!kid) continue;
      // Do not copy the source's root: it would add a second tree.
      const theirElement = source.context.lookup(kid);
      if (theirElement instanceof PDFDict) theirElement.delete(key('P'));
      const copied = copier.copy(kid);
      const element = context.lookup(copied);
      if (element instanceof PDFDict) {
        element.set(key('P'), documentRef);
        if (element.lookup(key('S')) === key('Document')) element.set(key('S'), key('Part'));
      }
      tops.push(copied instanceof PDFRef ? copied : context.register(copied));
    }
    for (const [number, value] of numbers(root.lookupMaybe(key('ParentTree'), PDFDict))) {
      entries.push(PDFNumber.of(number + shift), copier.copy(value));
      next = Math.max(next, number + shift + 1);
    }
    const theirs = root.lookupMaybe(key('RoleMap'), PDFDict);
    for (const name of theirs?.keys() ?? []) {
      const role = theirs?.get(name);
      if (role) roles.set(name, copier.copy(role));
    }
  }

  if (tops.length === 0) return;
  const documentElement = context.obj({ Type: 'StructElem', S: 'Document', P: rootRef });
  const list = context.obj([]);
  for (const top of tops) list.push(top);
  documentElement.set(key('K'), list);
  context.assign(documentRef, documentElement);

  const nums = context.obj([]);
  for (const entry of entries) nums.push(entry);
  const tree = context.obj({});
  tree.set(key('Nums'), nums);
  context.assign(
    rootRef,
    context.obj({ Type: 'StructTreeRoot', K: documentRef, RoleMap: roles, ParentTreeNextKey: next }),
  );
  context.lookup(rootRef, PDFDict).set(key('ParentTree'), context.register(tree));
  catalog.set(key('StructTreeRoot'), rootRef);
  catalog.set(key('MarkInfo'), context.obj({ Marked: true }));
}
