import type { OpenedGate } from "../../api/private/counting.ts";
import type { SessionView } from "../../api/private/sessions.ts";
import { element, requiredElement } from "../browser/elements.ts";
import { ask } from "../browser/private-request.ts";
import { isWaiting } from "../count/queue/device-tap.ts";
import type { IdbStore } from "../count/queue/idb-store.ts";
import { accountMenu, signInLink } from "./account.ts";
import { CountableCounterList } from "./counter-list.ts";
import { gateSection, message, type ServiceNow } from "./gate.ts";
import { waitsForAccount } from "./join.ts";
import { pasteLink } from "./paste-link.ts";
import type { WaitingTaps } from "./send-waiting.ts";
import { type TapsLine, tapsLines } from "./taps-here.ts";

/** Where a sign-in leads: who manages goes on to their organization, and others stay here. */
const managePath = "/?manage";

const { start: messages } = pageMessages;

/** `/`: where people begin who count. */
export async function renderHome(
  store: IdbStore,
  waiting: WaitingTaps,
  now: ServiceNow,
): Promise<void> {
  const known = await store.gates().catch(() => []);
  const [session, gates, nowMs] = await Promise.all([
    ask("GET /api/session", {}),
    openGates(store, known),
    now(),
  ]);
  const main = requiredElement("#main");
  if (waitsForAccount()) return location.replace("/join");
  if (session.result === "ok" && goesOn(session.body, waiting)) return;
  const viewer = session.result === "ok" ? session.body : undefined;
  const taps = new TapsList();
  const note = element("p", { class: "email" });
  waiting.follow(() => {
    const some = waiting.taps.some((tap) => isWaiting(tap) && tap.credential.kind === "member");
    note.hidden = !some;
    note.textContent = some ? messages.tapsStay : "";
    taps.show(
      tapsLines(waiting.taps, {
        viewer,
        messages: pageMessages,
        nameOf: (key) => waiting.nameOf(key),
        blockOf: (key) => waiting.blockOf(key),
      }),
    );
  });
  const own = gates.length === 0 ? [] : [gateSection(messages.gatesHere, gates, nowMs)];
  const links = [pasteLink(), ...(isApart(known) ? [apartNote()] : [])];
  if (session.result === "ok") {
    requiredElement(".who").replaceChildren(accountMenu(session.body, note));
    main.replaceChildren(taps.element, ...own, ...organizationParts(session.body), ...links);
  } else if (session.result === "refused") {
    const parts = own.length > 0 ? [...own, ...links, signInBelow()] : [welcome(links)];
    main.replaceChildren(taps.element, ...parts);
  } else {
    const parts = [...own, ...(await countersHere(store))];
    main.replaceChildren(taps.element, ...parts, parts.length > 0 ? offlineLine() : noConnection());
    setTimeout(() => void renderHome(store, waiting, now), 5_000);
  }
}

function offlineLine(): HTMLElement {
  return element("p", { class: "offline", role: "status" }, messages.unreachable);
}

/** Offline, with nothing on this phone: as a counting page that was never opened. */
function noConnection(): HTMLElement {
  const again = element("a", { href: "", class: "button" }, messages.tryAgain);
  const actions = element("p", { class: "actions" }, again);
  const section = message(messages.noConnection, messages.unreachable, actions);
  section.setAttribute("role", "status");
  return section;
}

/** Leaves for the console after a sign-in, unless taps wait here to be sent. */
function goesOn({ organizations }: SessionView, waiting: WaitingTaps): boolean {
  if (!new URLSearchParams(location.search).has("manage")) return false;
  history.replaceState(null, "", "/");
  const managed = organizations.find(({ role }) => role !== "member");
  if (managed === undefined || waiting.taps.some(isWaiting)) return false;
  location.replace(`/organizations/${managed.id}`);
  return true;
}

const numbers = new Intl.NumberFormat(document.documentElement.lang);

/** Signed out, with nothing on this phone. */
function welcome(links: HTMLElement[]): HTMLElement {
  return element(
    "section",
    { class: "welcome hero" },
    element("h1", {}, messages.welcomeTitle),
    element("p", { class: "lead" }, messages.welcome),
    element("p", { class: "actions" }, signInLink(managePath, messages.signIn, "button")),
    element("p", { class: "hint" }, messages.gateHint),
    ...links,
    sample(),
  );
}

/** An app on an iPhone's home screen knows nothing of what its browser holds: no gates, no taps. */
function isApart(known: OpenedGate[]): boolean {
  return known.length === 0 && "standalone" in navigator && navigator.standalone === true;
}

function apartNote(): HTMLElement {
  return element("p", { class: "hint" }, messages.apart);
}

/** A picture of the counting page. */
function sample(): HTMLElement {
  const parts = [
    element("small", {}, messages.example),
    element("b", {}, numbers.format(1284)),
    element("i", {}, "−"),
    element("i", {}, "+"),
  ];
  return element("div", { class: "sample", "aria-hidden": "true" }, ...parts);
}

function signInBelow(): HTMLElement {
  return element(
    "p",
    { class: "hint sign-in-below" },
    `${messages.signInBelow} `,
    signInLink(managePath, messages.signIn, "link"),
  );
}

function organizationParts(session: SessionView): HTMLElement[] {
  const { organizations, deletions } = session;
  const unfinished = deletions.map(unfinishedDeletion);
  const wanted = new URLSearchParams(location.search).get("org");
  const chosen = organizations.find(({ id }) => id === wanted) ?? organizations[0];
  if (chosen === undefined) {
    return [
      ...unfinished,
      element(
        "section",
        { class: "welcome" },
        element("h1", {}, messages.noOrganizationTitle),
        element("p", { class: "lead" }, messages.noOrganization),
      ),
    ];
  }
  const title = element(
    "h1",
    { class: "organization" },
    element("bdi", { translate: "no" }, chosen.name),
  );
  const role = element("span", { class: "role" }, messages.roles[chosen.role]);
  const text = chosen.role === "member" ? messages.seeAll : messages.manage;
  const manage = element("a", { class: "manage", href: `/organizations/${chosen.id}` }, text);
  const head = element("div", { class: "organization-head" }, title, role, manage);
  const list = new CountableCounterList(chosen.id);
  list.start();
  return [
    ...unfinished,
    ...(organizations.length > 1 ? [switcher(session, chosen.id)] : []),
    head,
    element("h2", { class: "where" }, messages.whereToCount),
    list.element,
  ];
}

/** For its owners: the page there goes on with it. */
function unfinishedDeletion({ id, name }: SessionView["deletions"][number]): HTMLElement {
  return element(
    "p",
    { class: "hint" },
    `${messages.deletionUnfinished(name)} `,
    element("a", { href: `/organizations/${id}/deletion` }, messages.goOnDeleting),
  );
}

/** The organization stands in the URL, so that it can be a bookmark. */
function switcher({ organizations }: SessionView, chosenId: string): HTMLElement {
  const links = organizations.map(({ id, name }) =>
    element(
      "a",
      { href: `/?org=${id}`, ...(id === chosenId && { "aria-current": "page" }) },
      element("bdi", { translate: "no" }, name),
    ),
  );
  return element("nav", { class: "switch", "aria-label": messages.organizations }, ...links);
}

/**
 * The gates whose cookies this browser has, as the service says: a browser may have lost what it stored
 * of them. Without the service, those that the device knows.
 */
async function openGates(store: IdbStore, known: OpenedGate[]): Promise<OpenedGate[]> {
  const reply = await ask("GET /api/gates", {}, { timeoutMs: 4_000 });
  if (reply.result !== "ok") return known;
  const { gates } = reply.body;
  const closed = known.filter((gate) => gates.every(({ id }) => id !== gate.id));
  const changes = [
    ...gates.map((gate) => store.keepGate(gate)),
    ...closed.map(({ id }) => store.forgetGate(id)),
  ];
  await Promise.all(changes).catch(() => {});
  return gates;
}

/** Without a network: the counters whose pages open on this device, for members. */
async function countersHere(store: IdbStore): Promise<HTMLElement[]> {
  const counters = await store.memberCounters().catch(() => []);
  if (counters.length === 0) return [];
  const rows = [...counters]
    .sort((a, b) => a.name.localeCompare(b.name, "en"))
    .map(({ id, name }) => {
      const text = element("bdi", { translate: "no", class: "counter-name", dir: "auto" }, name);
      return element("li", {}, element("a", { href: `/count/${id}` }, text));
    });
  const title = element("h1", {}, messages.countersHere);
  return [element("section", { class: "counters" }, title, element("ul", {}, ...rows))];
}

/** The lines as a list; none while the device holds no taps. */
class TapsList {
  readonly element = element("section", {
    class: "counters taps-here",
    "aria-label": messages.tapsHere,
  });
  #shown = "";

  show(lines: TapsLine[]): void {
    const shown = JSON.stringify(lines);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.hidden = lines.length === 0;
    const items = lines.map(({ href, text }) =>
      element("li", {}, element("a", { href }, element("span", { class: "taps-text" }, text))),
    );
    const title = element("h2", {}, messages.tapsHere);
    this.element.replaceChildren(title, element("ul", {}, ...items));
  }
}
