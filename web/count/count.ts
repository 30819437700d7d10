import type { OpenedGate } from "../../api/private/counting.ts";
import type { SessionView } from "../../api/private/sessions.ts";
import { onScreenWith } from "../../core/gates/gate-limits.ts";
import { learnOffset } from "../../core/known-zone.ts";
import { removeNotLoaded, requiredElement } from "../browser/elements.ts";
import { keepPagesOffline } from "../browser/offline-pages.ts";
import { ask } from "../browser/private-request.ts";
import { randomId } from "../browser/random-id.ts";
import type { Reply } from "../browser/request.ts";
import { followTextZoom } from "../browser/text-zoom.ts";
import { keepQueryOfLanguageLinks } from "../languages/page-language.ts";
import { CountPage } from "./count-page.ts";
import { leave } from "./device/leaving.ts";
import { ServiceClock } from "./device/service-clock.ts";
import type { Block, DeviceCredential } from "./queue/device-tap.ts";
import type { Place } from "./queue/idb-connection.ts";
import { IdbStore } from "./queue/idb-store.ts";

// Everything is wired here: the clock, the random source, the store and the page's URL.

/** How often the page looks whether a person has signed in, while nobody seems to be. */
const sessionEveryMs = 15_000;

/** How often it looks whether the device keeps taps again. */
const storageEveryMs = 1_000;

const counterId = location.pathname.split("/")[2] ?? "";
const gateId = new URLSearchParams(location.search).get("gate");
const store = new IdbStore();
const { count: messages } = pageMessages;
let shownPage: CountPage | undefined;

removeNotLoaded();
followTextZoom();
keepPagesOffline();
keepQueryOfLanguageLinks();

start().catch(() => {
  say(messages.noStorageTitle, messages.noStorage);
  void beginOnceStored();
});

async function start(): Promise<void> {
  const keepClock = (aheadMs: number) => void store.keepClockAhead(aheadMs).catch(() => {});
  const clock = new ServiceClock(Date.now, await store.clockAheadMs(), keepClock);
  const credential = await credentialHere();
  if (credential === undefined) return;
  const page = new CountPage({
    messages,
    store,
    clock,
    credential,
    counterIds: await counterIdsHere(),
    random: Math.random,
    newId: randomId,
    askWhoIsSignedIn,
  });
  shownPage = page;
  await page.start();
  if (credential.kind === "member") void followMember(page, credential);
  if (gateId !== null) void followGate(page, gateId);
  if (credential.kind === "member") {
    const follow = () => page.block === "signed_out" && void followSession(credential);
    setInterval(follow, sessionEveryMs);
  }
  const missing = setInterval(() => {
    if (page.hasNumber) clearInterval(missing);
    else if (page.block !== null) sayBlocked(page.block);
    else if (page.isCutOff) say(messages.noConnectionTitle, messages.noConnection);
  }, 300);
}

/** A database that cannot be opened now may open a moment later. */
async function beginOnceStored(): Promise<void> {
  const opens = () =>
    store.clockAheadMs().then(
      () => true,
      () => false,
    );
  // It was something else.
  if (await opens()) return;
  setInterval(async () => (await opens()) && location.reload(), storageEveryMs);
}

/** What taps are made with here; undefined when a person must do something first. */
async function credentialHere(): Promise<DeviceCredential | undefined> {
  if (gateId !== null) return { kind: "gate", gateId };
  requiredElement(".sign-in").setAttribute("href", signInUrl());
  const known = await store.place(counterId);
  if (known === undefined) return await firstVisit();
  // What the device knows is enough to begin; the service's word decides.
  const check = () => void followSession(known);
  document.addEventListener("visibilitychange", check);
  return memberOf(known);
}

type Membership = Omit<Place, "organizationName">;

function memberOf({ organizationId, memberId, personId }: Place): DeviceCredential {
  return { kind: "member", organizationId, memberId, personId };
}

/** The organization's name, first as the device knows it, then as the service says. */
async function followMember(page: CountPage, credential: Membership): Promise<void> {
  const place = await store.place(counterId);
  if (place !== undefined) showPlace(page, place);
  await followSession(credential);
}

function counterIdsAt(gate: OpenedGate | undefined): string[] {
  const ids = gate?.counters.map(({ id }) => id);
  return onScreenWith(counterId, ids ?? []);
}

async function counterIdsHere(): Promise<string[]> {
  return counterIdsAt((await store.gates()).find((gate) => gate.id === gateId));
}

/** The gate's end, first as the device knows it, then as the service says. */
async function followGate(page: CountPage, id: string): Promise<void> {
  const known = (await store.gates()).find((gate) => gate.id === id);
  if (known !== undefined) showGate(page, known);
  const reply = await ask("GET /api/gates/{gateId}", { gateId: id });
  if (reply.result !== "ok") return;
  showGate(page, reply.body);
  const shown = await counterIdsHere();
  await store.keepGate(reply.body);
  if (counterIdsAt(reply.body).join() === shown.join()) return;
  leave();
  location.reload();
}

function showGate(page: CountPage, gate: OpenedGate): void {
  showPlace(page, gate, gate.name);
  page.endsAt(gate.endsAt);
}

type Home = Pick<Place, "organizationName" | "timeZone" | "utcOffsetMinutes">;

function showPlace(page: CountPage, home: Home, gate: string | null = null): void {
  const { organizationName: organization, timeZone, utcOffsetMinutes } = home;
  if (timeZone !== undefined && utcOffsetMinutes !== undefined) {
    learnOffset(timeZone, utcOffsetMinutes);
  }
  page.isAt({ gate, organization, timeZone });
}

async function firstVisit(): Promise<DeviceCredential | undefined> {
  const found = await placeHere();
  if (found === "signed_out") sayBlocked(found);
  else if (found === "unknown") {
    say(messages.noSuchCounterTitle, messages.noSuchCounter);
  } else if (found === "failed") {
    say(messages.noConnectionTitle, messages.firstTimeOffline);
    setTimeout(() => location.reload(), 5_000);
  } else {
    await store.keepPlace(counterId, found);
    return memberOf(found);
  }
  return undefined;
}

/** Another person may have signed in since: then this is their page, and earlier taps wait. */
async function followSession(known: Membership): Promise<void> {
  if (document.visibilityState !== "visible") return;
  const found = await placeHere();
  if (typeof found === "string") return;
  if (shownPage !== undefined) showPlace(shownPage, found);
  await store.keepPlace(counterId, found);
  if (found.memberId === known.memberId) return;
  leave();
  location.reload();
}

async function placeHere(): Promise<Place | "signed_out" | "unknown" | "failed"> {
  const [session, home] = await Promise.all([
    ask("GET /api/session", {}),
    ask("GET /api/counters/{counterId}", { counterId }),
  ]);
  sayWhoIsSignedIn(session);
  if (session.result === "refused" && session.status === 401) return "signed_out";
  if (home.result === "refused" && home.status === 404) return "unknown";
  if (session.result !== "ok" || home.result !== "ok") return "failed";
  const { organizationId } = home.body;
  const own = session.body.organizations.find(({ id }) => id === organizationId);
  return own === undefined
    ? "unknown"
    : {
        ...{ organizationId, memberId: own.memberId, personId: session.body.person.id },
        organizationName: own.name,
        ...{ timeZone: own.timeZone, utcOffsetMinutes: own.utcOffsetMinutes },
      };
}

async function askWhoIsSignedIn(): Promise<void> {
  sayWhoIsSignedIn(await ask("GET /api/session", {}));
}

function sayWhoIsSignedIn(session: Reply<SessionView>): void {
  if (session.result === "ok") shownPage?.signedInAs(session.body.person.id);
  if (session.result === "refused" && session.status === 401) shownPage?.signedInAs(undefined);
}

function sayBlocked(block: Block): void {
  if (gateId !== null) {
    if (block === "link_needed") say(messages.linkNeededTitle, messages.linkNeeded);
    else say(messages.closedTitle, messages.closed);
  } else {
    say(messages.signInTitle, messages.signInToCount);
    requiredElement(".message-action").hidden = false;
    requiredElement(".message-action").setAttribute("href", signInUrl());
  }
}

function signInUrl(): string {
  return `/sign-in?returnTo=${encodeURIComponent(location.pathname)}`;
}

/** Shows a sentence in place of the counter. */
function say(title: string, text: string): void {
  document.body.dataset.screen = "message";
  requiredElement(".message-title").textContent = title;
  requiredElement(".lead").textContent = text;
  requiredElement(".message-action").hidden = true;
}
