import { removeNotLoaded, requiredElement } from "../browser/elements.ts";
import { keepPagesOffline } from "../browser/offline-pages.ts";
import { ServiceClock } from "../count/device/service-clock.ts";
import { IdbStore } from "../count/queue/idb-store.ts";
import { keepQueryOfLanguageLinks } from "../languages/page-language.ts";
import { renderGate } from "./gate.ts";
import { renderHome } from "./home.ts";
import { showJoin } from "./join.ts";
import { WaitingTaps } from "./send-waiting.ts";

// Everything is wired here: the clock, the random source, the store and the page's URL.

/** How often the page looks whether the device keeps taps again. */
const storageEveryMs = 1_000;

const store = new IdbStore();
const waiting = new WaitingTaps(store);
const now = async () => Date.now() + (await store.clockAheadMs().catch(() => 0));

const pages: Record<string, () => Promise<void>> = {
  "/": () => renderHome(store, waiting, now),
  "/join": () => showJoin(),
  "/gate": () => renderGate(store, now),
};

removeNotLoaded();
keepPagesOffline();
// A link that is pasted while another is open only changes what stands behind #.
addEventListener("hashchange", () => location.reload());

const show = pages[location.pathname] ?? (() => renderHome(store, waiting, now));
show().catch((error: unknown) => {
  requiredElement("#main").textContent = pageMessages.start.wrong;
  throw error;
});
// By now the URL has no token any more.
keepQueryOfLanguageLinks();

sendWaiting();

/** Taps wait for any page of the console, not only for the one that made them. */
function sendWaiting(): void {
  store
    .clockAheadMs()
    .then((ms) => waiting.start(new ServiceClock(Date.now, ms, () => {}), Math.random))
    // A window that keeps nothing has nothing to send; a database may open a moment later.
    .catch(() => setTimeout(sendWaiting, storageEveryMs));
}
