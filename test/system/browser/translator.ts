import type { Page } from "playwright-core";

/** How browsers put a translation into a page. */
export type Translator = "Chrome" | "Firefox" | "Safari";

/** Translates a page, and what comes later, as a browser does: into capital letters. */
export async function translate(page: Page, translator: Translator): Promise<void> {
  await page.evaluate(startTranslator, translator);
}

function startTranslator(translator: Translator): void {
  const excluded = "[translate=no], script, style, textarea, svg, .translated";
  const translated = new WeakSet<Node>();

  const isOpen = (text: Text) =>
    !translated.has(text) &&
    /[a-z0-9]/i.test(text.data) &&
    text.parentElement?.closest(excluded) === null;

  const capitals = (text: string) => {
    const made = document.createTextNode(text.toUpperCase());
    translated.add(made);
    return made;
  };

  const put: Record<Translator, (text: Text) => void> = {
    Chrome(text) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      outer.className = "translated";
      inner.append(capitals(text.data));
      outer.append(inner);
      text.parentNode?.replaceChild(outer, text);
    },
    Safari(text) {
      text.after(capitals(text.data));
      text.remove();
    },
    // All nodes of an element leave it, and come back with texts that were joined.
    Firefox(text) {
      const parent = text.parentElement;
      if (parent === null) return;
      const joined: (ChildNode | string)[] = [];
      for (const child of [...parent.childNodes]) {
        const last = joined.at(-1);
        if (!(child instanceof Text)) joined.push(child);
        else if (typeof last === "string") joined[joined.length - 1] = last + child.data;
        else joined.push(child.data);
        child.remove();
      }
      parent.append(...joined.map((each) => (typeof each === "string" ? capitals(each) : each)));
    },
  };

  const walk = (root: Node) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    if (root instanceof Text) texts.push(root);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) if (text.isConnected && isOpen(text)) put[translator](text);
  };

  // Translations come from afar: what was changed is translated a while later.
  let changed: Node[] = [];
  new MutationObserver((records) => {
    if (changed.length === 0) {
      setTimeout(() => {
        const nodes = changed;
        changed = [];
        for (const node of nodes) if (node.isConnected) walk(node);
      }, 30);
    }
    for (const { target, addedNodes } of records) {
      // A text that was changed by the page is a new one.
      translated.delete(target);
      changed.push(target, ...addedNodes);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
  walk(document.body);
}
