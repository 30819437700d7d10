import type { OpenedGate } from "../../api/private/counting.ts";
import { maximumOnScreen } from "../../core/gates/gate-limits.ts";
import { element, requiredElement } from "../browser/elements.ts";
import { keep } from "../browser/kept.ts";
import { ask } from "../browser/private-request.ts";
import type { IdbStore } from "../count/queue/idb-store.ts";
import { takeToken } from "./link-token.ts";
import { pasteLink } from "./paste-link.ts";

const { start: messages } = pageMessages;
const kept = "gate-link";

/** The service's time as this device knows it, milliseconds. */
export type ServiceNow = () => Promise<number>;

/** `/gate#…`: opens a gate link and leads to its counter. */
export async function renderGate(store: IdbStore, now: ServiceNow): Promise<void> {
  const token = takeToken(kept);
  if (token === null) {
    const { gateIncompleteTitle: title, gateIncomplete: text } = messages;
    return requiredElement("#main").replaceChildren(message(title, text, pasteLink()));
  }
  const reply = await ask("POST /api/gates/open", {}, { body: { token } });
  if (reply.result === "ok") {
    keep("tab", kept, null);
    const gate = reply.body;
    await store.keepGate(gate).catch(() => {});
    const nowMs = await now();
    if (hasEnded(gate, nowMs)) {
      const { namedGateEndedTitle, gateEndedText } = messages;
      const notice = message(namedGateEndedTitle(gate.name), gateEndedText, pasteLink());
      return requiredElement("#main").replaceChildren(notice);
    }
    const [first] = gate.counters;
    if (first !== undefined && isOneScreen(gate)) return location.replace(countUrl(gate, first.id));
    return requiredElement("#main").replaceChildren(
      gateSection(messages.whereToCount, [gate], nowMs),
    );
  }
  if (reply.result === "refused" && reply.status !== 429) {
    keep("tab", kept, null);
    const { gateClosedTitle: title, gateClosed: text } = messages;
    return requiredElement("#main").replaceChildren(message(title, text, pasteLink()));
  }
  const retry = element("button", { type: "button", class: "button" }, messages.tryAgain);
  retry.addEventListener("click", () => void renderGate(store, now));
  const box = message(messages.noResponseTitle, messages.noResponse);
  box.append(element("p", { class: "actions" }, retry));
  requiredElement("#main").replaceChildren(box);
}

/** All counters of the gate are counted on one screen. */
function isOneScreen({ counters }: OpenedGate): boolean {
  return counters.length <= maximumOnScreen;
}

function hasEnded({ endsAt }: OpenedGate, nowMs: number): boolean {
  return endsAt !== null && Date.parse(endsAt) <= nowMs;
}

/** Large buttons, one for each counter of each gate. */
export function gateSection(title: string, gates: OpenedGate[], nowMs: number): HTMLElement {
  const parts = gates.map((gate) => {
    const name = (text: string) => element("bdi", { translate: "no", dir: "auto" }, text);
    const where = element("span", {}, name(gate.name), ", ", name(gate.organizationName));
    const ended = hasEnded(gate, nowMs)
      ? [element("p", { class: "hint" }, messages.gateEnded)]
      : [];
    const [first] = gate.counters;
    const links =
      first !== undefined && isOneScreen(gate)
        ? [{ id: first.id, name: gate.counters.map(({ name }) => name).join(" · ") }]
        : gate.counters;
    const buttons = links.map(({ id, name }) =>
      element(
        "li",
        {},
        element(
          "a",
          { href: countUrl(gate, id) },
          element("bdi", { translate: "no", class: "counter-name" }, name),
        ),
      ),
    );
    return element(
      "div",
      { class: "gate" },
      element("h2", {}, where),
      ...ended,
      element("ul", {}, ...buttons),
    );
  });
  return element("section", { class: "counters" }, element("h1", {}, title), ...parts);
}

/** A title and a sentence, where there is little else to show. */
export function message(title: string, text: string, ...more: HTMLElement[]): HTMLElement {
  return element(
    "section",
    { class: "message" },
    element("h1", {}, title),
    element("p", { class: "lead" }, text),
    ...more,
  );
}

function countUrl({ id: gateId }: OpenedGate, counterId: string): string {
  return `/count/${counterId}?gate=${gateId}`;
}
