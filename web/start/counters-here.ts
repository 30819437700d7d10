import { element } from "../browser/elements.ts";
import type { IdbStore } from "../count/queue/idb-store.ts";

/** Without a network: the counters whose pages open on this device, for members. */
export async function countersHere(store: IdbStore): Promise<HTMLElement[]> {
  const counters = await store.memberCounters().catch(() => []);
  if (counters.length === 0) return [];
  const rows = counters
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"))
    .map(({ id, name }) => {
      const text = element("bdi", { class: "counter-name", dir: "auto" }, name);
      return element("li", {}, element("a", { href: `/count/${id}` }, text));
    });
  const title = element("h1", {}, "Counters on this phone");
  return [element("section", { class: "counters" }, title, element("ul", {}, ...rows))];
}
