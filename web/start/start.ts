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

const store = new IdbStore();
const waiting = new WaitingTaps(store);
const aheadMs = store.clockAheadMs();
const now = async () => Date.now() + (await aheadMs.catch(() => 0));

const pages: Record<string, () => Promise<void>> = {
  "/": () => renderHome(store, waiting, now),
  "/join": () => showJoin(),
  "/gate": () => renderGate(store, now),
};

removeNotLoaded();
keepQueryOfLanguageLinks();
keepPagesOffline();

const show = pages[location.pathname] ?? (() => renderHome(store, waiting, now));
show().catch((error: unknown) => {
  requiredElement("#main").textContent = pageMessages.start.wrong;
  throw error;
});

// Taps wait for any page of the console, not only for the one that made them.
aheadMs
  .then((ms) => waiting.start(new ServiceClock(Date.now, ms, () => {}), Math.random))
  .catch(() => {
    // A window that keeps nothing has nothing to send.
  });
