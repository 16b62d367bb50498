// A page that others change: translators and extensions wrap, replace, split and remove nodes that React made.
// Where React looks for such a node, this finds it, or what took its place.

/** What took a node's place, or followed it there. */
interface Place {
  readonly parent: Node;
  readonly instead: ChildNode | undefined;
  readonly next: Node | null;
}

/** React marks its elements, and its texts beside others. */
const isReacts = (node: Node) => Object.keys(node).some((key) => key.startsWith('__react'));
const isOthers = (node: Node | null) =>
  node !== null && node.nodeType !== Node.COMMENT_NODE && !isReacts(node);

/** What others added, and the texts that were rewritten and that were split. */
function textsOf(records: readonly MutationRecord[]) {
  const added = new Set<Node>();
  const rewritten = new Set<Node>();
  const split = new Set<Node>();
  for (const { type, target, addedNodes } of records) {
    if (type === 'characterData') rewritten.add(target);
    for (const node of addedNodes) if (isOthers(node)) added.add(node);
  }
  for (const { addedNodes, previousSibling: text } of records)
    if (text && rewritten.has(text) && [...addedNodes].some((node) => added.has(node))) split.add(text);
  return { added, rewritten, split };
}

export function keepChangedPage(root: Node): void {
  const { removeChild, insertBefore } = Node.prototype;
  const left = new WeakMap<Node, Place>();
  const split = new WeakSet<Node>();
  const removedByReact = new WeakSet<Node>();

  const watcher = new MutationObserver((records) => {
    const { added, rewritten, split: splitNow } = textsOf(records);
    for (const text of rewritten) {
      if (splitNow.has(text)) split.add(text);
      else show(text as Text);
    }
    for (const { target } of records) putBack(target);
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records)
      for (const node of removedNodes) {
        const instead = [...addedNodes, previousSibling, nextSibling].find((one) => one && added.has(one));
        left.set(node, { parent: target, instead: instead as ChildNode | undefined, next: nextSibling });
        // What is out of the page is watched by itself.
        if (isReacts(node)) watcher.observe(node, { childList: true, characterData: true });
      }
  });
  watcher.observe(root, { childList: true, characterData: true, subtree: true });

  /** A text that React changed replaces what others made of it. */
  function show(text: Text): void {
    const instead = left.get(text)?.instead;
    if (!text.isConnected && instead?.isConnected) instead.replaceWith(text);
    if (!split.delete(text)) return;
    while (isOthers(text.nextSibling)) text.nextSibling?.remove();
  }

  /** What others removed, and React filled after that, returns. */
  function putBack(node: Node): void {
    const place = left.get(node);
    if (!place || place.instead || node.isConnected || removedByReact.has(node)) return;
    if (place.parent !== root && place.parent.isConnected) place.parent.insertBefore(node, place.next);
  }

  /** Where a node is inside `parent`, or what took its place; else what followed it, or nothing. */
  function find(node: Node | null, parent: Node, isFollowed = true): ChildNode | null {
    for (let at = node; at; ) {
      if (at !== parent && parent.contains(at)) return at as ChildNode;
      const place = left.get(at);
      if (place?.instead && parent.contains(place.instead)) return place.instead;
      at = isFollowed ? (place?.next ?? null) : null;
    }
    return null;
  }

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    removedByReact.add(child);
    if (child.parentNode === this || !root.contains(this)) return removeChild.call(this, child) as T;
    const found = find(child, this, false);
    const around = found?.parentElement;
    found?.remove();
    // A wrapper that is empty now.
    if (around && around !== this && around.childNodes.length === 0 && !isReacts(around)) around.remove();
    return child;
  };

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    if (!next || next.parentNode === this || !root.contains(this))
      return insertBefore.call(this, node, next ?? null) as T;
    let at: Node | null = find(next, this);
    // Before a wrapper, unless others are in it before.
    while (at && at.parentNode !== this && !at.previousSibling) at = at.parentNode;
    return insertBefore.call(at?.parentNode ?? this, node, at) as T;
  };
}
