import type { CountableCounters } from "../../api/private/counting.ts";
import { element } from "../browser/elements.ts";
import { ask } from "../browser/private-request.ts";

const { start: messages } = pageMessages;
const numbers = new Intl.NumberFormat(document.documentElement.lang);

type Counter = CountableCounters["counters"][number];

const everyMs = 3_000;
/** More would take long to draw; people with more look for one by its name. */
const maximumShown = 200;
const manyCounters = 8;

/** The counters of an organization with their numbers, which follow the counting. */
export class CountableCounterList {
  readonly element = element("section", { class: "counters", "aria-label": messages.counters });
  readonly #organizationId: string;
  readonly #list = element("ul");
  readonly #note = element("p", { class: "hint", role: "status" }, messages.loading);
  readonly #search = element("input", {
    type: "search",
    "aria-label": messages.find,
    placeholder: messages.find,
    autocomplete: "off",
  });
  readonly #rows = new Map<string, HTMLElement>();
  #counters: Counter[] = [];
  #etag: string | null = null;
  /** On the page's clock: the service has said that too much was read. */
  #pausedUntilMs = 0;

  constructor(organizationId: string) {
    this.#organizationId = organizationId;
    this.#search.hidden = true;
    this.#search.addEventListener("input", () => this.#show());
    this.element.append(this.#search, this.#list, this.#note);
  }

  start(): void {
    void this.#poll();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void this.#fetch();
    });
  }

  async #poll(): Promise<void> {
    if (document.visibilityState === "visible") await this.#fetch();
    const waitMs = Math.max(everyMs, this.#pausedUntilMs - performance.now());
    setTimeout(() => void this.#poll(), waitMs);
  }

  async #fetch(): Promise<void> {
    if (performance.now() < this.#pausedUntilMs) return;
    const organization = { organizationId: this.#organizationId };
    const reply = await ask("GET /api/organizations/{organizationId}/counters", organization, {
      etag: this.#etag,
    });
    if (reply.result === "ok") {
      this.#etag = reply.etag;
      this.#counters = reply.body.counters;
    } else if (reply.result === "refused" && reply.status === 401) {
      return location.reload();
    } else if (reply.result === "refused" && reply.status === 429) {
      this.#pausedUntilMs = performance.now() + 1_000 * (Number(reply.retryAfter) || 60);
      return this.#show("limited");
    }
    this.#show(reply.result === "failed" ? "offline" : "current");
  }

  #show(numbers: Numbers = "current"): void {
    const wanted = this.#search.value.trim().toLowerCase();
    const found = this.#counters.filter(({ name }) => name.toLowerCase().includes(wanted));
    const shown = found.slice(0, maximumShown);
    this.#search.hidden = this.#counters.length <= manyCounters;
    const rows = shown.map((counter) => this.#row(counter));
    const same = rows.every((row, index) => this.#list.children[index] === row);
    if (!same || rows.length !== this.#list.children.length) this.#list.replaceChildren(...rows);
    this.#note.textContent = note({ numbers, all: this.#counters.length, found: found.length });
  }

  #row({ id, name, count, locked }: Counter): HTMLElement {
    const known = this.#rows.get(id);
    const row = known ?? newRow(id);
    this.#rows.set(id, row);
    const texts: Record<string, string> = {
      ".counter-name": name,
      ".counter-count": numbers.format(count),
      ".counter-note": locked ? messages.locked : "",
    };
    for (const [selector, text] of Object.entries(texts)) {
      const cell = row.querySelector(selector);
      if (cell && cell.textContent !== text) cell.textContent = text;
    }
    return row;
  }
}

function newRow(id: string): HTMLElement {
  const name = element("bdi", { class: "counter-name", dir: "auto" });
  const note = element("span", { class: "counter-note" });
  const words = element("span", { class: "counter-words" }, name, note);
  const count = element("span", { class: "counter-count" });
  return element("li", {}, element("a", { href: `/count/${id}` }, words, count));
}

type Numbers = "current" | "offline" | "limited";

function note(facts: { numbers: Numbers; all: number; found: number }): string {
  if (facts.numbers === "offline") return messages.outOfDate;
  if (facts.numbers === "limited") return messages.readTooMuch;
  if (facts.all === 0) return messages.noCounters;
  if (facts.found === 0) return messages.noMatch;
  return facts.found > maximumShown ? messages.firstOf(maximumShown, facts.found) : "";
}
