/** The children that React gave an element whose texts a translator has replaced. */
const own = new WeakMap<Node, Node[]>();
/** The element in which React shows a text that was replaced. */
const elementOf = new WeakMap<Node, Node>();

/**
 * The translators of browsers replace texts by nodes of their own. React goes on with those that it has
 * made: it changes texts that nobody sees, and fails when it removes one (facebook/react, issue 11538).
 * From now on an element gets its own texts back as soon as React changes one of them, and before React
 * adds to its children or removes one; the translator then translates it anew. See decision 231.
 */
export function keepTranslatedPageTrue(): void {
  const observer = new MutationObserver((records) => {
    for (const [parent, changes] of changesByParent(records)) {
      if (own.has(parent) || !isTranslation(parent, changes)) continue;
      const children = childrenBefore(parent, changes);
      own.set(parent, children);
      for (const child of children.filter(isText)) {
        elementOf.set(child, parent);
        observer.observe(child, { characterData: true });
      }
    }
    for (const { type, target } of records) {
      if (type === "characterData") restore(elementOf.get(target));
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  Object.assign(Node.prototype, {
    appendChild: restoredFirst(appendChild),
    insertBefore: restoredFirst(insertBefore),
    removeChild: restoredFirst(removeChild),
  });
}

function restoredFirst<Parameters extends unknown[], Result>(
  change: (this: Node, ...parameters: Parameters) => Result,
) {
  return function (this: Node, ...parameters: Parameters): Result {
    restore(this);
    return change.apply(this, parameters);
  };
}

/** Elements stay where they are, with their focus, unless the translator has moved them. */
function restore(parent: Node | undefined): void {
  const children = parent && own.get(parent);
  if (parent === undefined || children === undefined) return;
  own.delete(parent);
  for (const child of [...parent.childNodes]) if (!children.includes(child)) child.remove();
  let next: Node | null = null;
  for (const child of [...children].reverse()) {
    const isInPlace = child.parentNode === parent && child.nextSibling === next;
    if (!isInPlace) parent.insertBefore(child, next);
    next = child;
  }
}

function changesByParent(records: MutationRecord[]): Map<Node, MutationRecord[]> {
  const changes = new Map<Node, MutationRecord[]>();
  for (const record of records) {
    if (record.type !== "childList") continue;
    const before = changes.get(record.target) ?? [];
    changes.set(record.target, [...before, record]);
  }
  return changes;
}

/** Whether nodes that React has made gave way to others. */
function isTranslation(parent: Node, changes: MutationRecord[]): boolean {
  if (showsOwnText(parent)) return false;
  const isGone = (node: Node) => isReacts(node) && node.parentNode !== parent;
  const isForeign = (node: Node) => !isReacts(node) && node.parentNode === parent;
  return (
    changes.some(({ removedNodes }) => [...removedNodes].some(isGone)) &&
    changes.some(({ addedNodes }) => [...addedNodes].some(isForeign))
  );
}

/** React marks no text that is all of its element. */
function showsOwnText(parent: Node): boolean {
  const key = Object.keys(parent).find((name) => name.startsWith("__reactProps$"));
  const props: unknown = key === undefined ? undefined : Reflect.get(parent, key);
  if (typeof props !== "object" || props === null || !("children" in props)) return false;
  return parent.textContent === String(props.children) && !Array.isArray(props.children);
}

/** React marks the nodes that it refers to. */
function isReacts(node: Node): boolean {
  return Object.keys(node).some((key) => key.startsWith("__reactFiber$"));
}

function isText(node: Node): boolean {
  return node.nodeType === Node.TEXT_NODE;
}

/** Undoes the changes, the last one first. */
function childrenBefore(parent: Node, changes: MutationRecord[]): Node[] {
  const children: Node[] = [...parent.childNodes];
  for (const { addedNodes, removedNodes, nextSibling } of [...changes].reverse()) {
    for (const added of addedNodes) children.splice(children.indexOf(added), 1);
    const at = nextSibling === null ? children.length : children.indexOf(nextSibling);
    children.splice(at, 0, ...removedNodes);
  }
  return children;
}
