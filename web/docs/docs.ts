import MiniSearch, { type SearchResult } from "minisearch";
import { keep, readKept } from "../browser/kept.ts";
import { excerpt, marked, type Piece } from "./excerpt.ts";

interface Section {
  id: number;
  /** Of the navigation, in which the page is. */
  part: string;
  page: string;
  heading: string;
  href: string;
  text: string;
}

const box = document.querySelector<HTMLElement>(".search");
if (box !== null) addSearch(box);
addCopyButtons();
keepLanguage();
openSections();

/** A field that lists the sections with its words. The index is loaded when somebody first uses it. */
function addSearch(box: HTMLElement): void {
  box.innerHTML = `<input type="search" role="combobox" placeholder="Search" aria-label="Search the docs" aria-keyshortcuts="/ Control+K Meta+K" aria-expanded="false" aria-controls="results" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">${/Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl"} K</kbd><ul class="results" id="results" role="listbox" aria-label="Search results" hidden></ul>`;
  const input = box.querySelector("input");
  const list = box.querySelector("ul");
  if (input === null || list === null) return;
  const indexUrl = new URL(box.dataset.index ?? "", location.href);
  let loading: Promise<MiniSearch<Section>> | undefined;
  let found: Section[] = [];
  let chosen = 0;

  input.addEventListener("focus", () => void load().catch(() => {}));
  input.addEventListener("input", () => void search());
  input.addEventListener("blur", () => show([]));
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const target = found[chosen];
    if (step !== undefined && found.length > 0) choose(chosen + step);
    else if (event.key === "Enter" && target !== undefined) open(target.href);
    else if (event.key === "Escape") show([]);
    else return;
    event.preventDefault();
  });
  const missed = document.querySelector("#not-found ~ ul");
  if (missed !== null) void suggest(missed).catch(() => {});
  document.addEventListener("keydown", (event) => {
    const isSlash = event.key === "/" && !(event.target instanceof HTMLInputElement);
    if (!isSlash && !(event.key === "k" && (event.ctrlKey || event.metaKey))) return;
    event.preventDefault();
    input.focus();
  });

  function load(): Promise<MiniSearch<Section>> {
    loading ??= loadIndex(indexUrl).catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  async function search(): Promise<void> {
    const { value } = input as HTMLInputElement;
    const index = await load().catch(() => undefined);
    // Somebody may have typed more while the index was loaded.
    if (value !== input?.value) return;
    const results = index?.search(value).slice(0, 12) ?? [];
    show(results as (SearchResult & Section)[]);
    if (index === undefined) showNote("The search could not be loaded. Type on to try again.");
    else if (results.length === 0 && value !== "") showNote("No results. Try fewer words.");
  }

  /** The pages that are closest to the words of an address at which there is none. */
  async function suggest(place: Element): Promise<void> {
    const words = location.pathname.replace(/^\/docs\//, "").split(/[^\p{L}\p{N}]+/u);
    const results = (await load()).search(words.join(" "), { combineWith: "OR", fuzzy: 0.3 });
    const pages = new Map(
      results.map(({ href, page }) => [String(href).replace(/#.*/, ""), String(page)]),
    );
    if (pages.size > 0) place.before("Perhaps you are looking for:");
    for (const [href, page] of [...pages].slice(0, 3)) {
      const link = place.appendChild(document.createElement("li")).appendChild(written("a", []));
      link.setAttribute("href", new URL(href, indexUrl).href);
      link.textContent = page;
    }
  }

  function show(results: (SearchResult & Section)[]): void {
    found = results;
    list?.replaceChildren(...results.map((result, index) => option(result, index)));
    const isOpen = results.length > 0;
    list?.toggleAttribute("hidden", !isOpen);
    input?.setAttribute("aria-expanded", String(isOpen));
    choose(0);
  }

  function showNote(text: string): void {
    const item = document.createElement("li");
    item.role = "option";
    item.ariaDisabled = "true";
    item.textContent = text;
    list?.replaceChildren(item);
    list?.removeAttribute("hidden");
  }

  function option(result: SearchResult & Section, index: number): HTMLElement {
    const { part, page, heading, href, text, terms } = result;
    const item = document.createElement("li");
    item.id = `result-${index}`;
    item.role = "option";
    const place = heading === "" ? part : `${part} › ${page}`;
    item.append(
      written("small", [{ text: place, isMarked: false }]),
      written("strong", marked(heading === "" ? page : heading, terms)),
      written("span", excerpt(text, terms)),
    );
    // Before the field loses the focus, which closes the list.
    item.addEventListener("mousedown", () => open(href));
    return item;
  }

  function choose(index: number): void {
    const items = [...(list?.children ?? [])];
    chosen = items.length === 0 ? 0 : (index + items.length) % items.length;
    for (const [at, item] of items.entries()) item.ariaSelected = String(at === chosen);
    items[chosen]?.scrollIntoView({ block: "nearest" });
    if (items.length === 0) input?.removeAttribute("aria-activedescendant");
    else input?.setAttribute("aria-activedescendant", `result-${chosen}`);
  }

  function open(href: string): void {
    // Links of the index begin beside it.
    location.assign(new URL(href, indexUrl));
  }
}

/** An element with a text, of which some words are marked. */
function written(name: string, pieces: Piece[]): HTMLElement {
  const element = document.createElement(name);
  for (const { text, isMarked } of pieces) {
    if (!isMarked) element.append(text);
    else element.appendChild(document.createElement("mark")).textContent = text;
  }
  return element;
}

async function loadIndex(url: URL): Promise<MiniSearch<Section>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The search index responds ${response.status}`);
  const sections: [part: string, page: string, heading: string, href: string, text: string][] =
    await response.json();
  const index = new MiniSearch<Section>({
    fields: ["heading", "page", "text"],
    storeFields: ["part", "page", "heading", "href", "text"],
    searchOptions: {
      prefix: true,
      fuzzy: 0.15,
      combineWith: "AND",
      boost: { heading: 4, page: 3 },
      boostDocument: (_id, _term, section) => weightOf(String(section?.href)),
    },
  });
  index.addAll(
    sections.map(([part, page, heading, href, text], id) => ({
      ...{ id, part, page, heading, href, text },
    })),
  );
  return index;
}

/** Most readers integrate; few look for why something was decided or changed. */
function weightOf(href: string): number {
  if (/\b(decisions|changelog|performance)\b/.test(href)) return 0.3;
  return /\b(integrators|reference)\b/.test(href) ? 2 : 1;
}

function addCopyButtons(): void {
  if (!("clipboard" in navigator)) return;
  for (const block of document.querySelectorAll(".code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.querySelector("code")?.textContent?.trim() ?? "");
      button.textContent = "Copied";
    });
    button.addEventListener("blur", () => {
      button.textContent = "Copy";
    });
    block.append(button);
  }
}

/** Shows the samples in the language that was last chosen. */
function keepLanguage(): void {
  const key = "docs-language";
  const labels = () => document.querySelectorAll<HTMLLabelElement>(".tabs label");
  const choose = (language: unknown) => {
    for (const { textContent, control } of labels()) {
      if (textContent === language && control instanceof HTMLInputElement) control.checked = true;
    }
  };
  choose(readKept("device", key));
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== "radio") return;
    const language = target.labels?.[0]?.textContent ?? "";
    keep("device", key, language);
    choose(language);
  });
}

/** Beside the text the list of sections is open, above it folded. */
function openSections(): void {
  const list = document.querySelector<HTMLDetailsElement>(".sections details");
  const isBeside = matchMedia("(min-width: 80rem)");
  const follow = () => list?.toggleAttribute("open", isBeside.matches);
  follow();
  isBeside.addEventListener("change", follow);
}
