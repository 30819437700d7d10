import type { Direction } from "../../core/counters/taps/tap.ts";
import { numberText } from "../../core/embeds/format-count.ts";
import { requiredElement } from "../browser/elements.ts";
import { arePagesOffline } from "../browser/offline-pages.ts";
import { ScreenWake } from "../browser/screen-wake.ts";
import { Closures } from "./closures.ts";
import { CountPanel, type PlaceNames } from "./count-panel.ts";
import { CountedCounter } from "./counted-counter.ts";
import { sendBatch } from "./counting-api.ts";
import { isDirectionAllowed } from "./counting-keys.ts";
import { vibrate } from "./device/haptics.ts";
import { warnBeforeLeaving } from "./device/leaving.ts";
import { exclusively, OtherTabs } from "./device/other-tabs.ts";
import { askToPersist } from "./device/persistence.ts";
import type { ServiceClock } from "./device/service-clock.ts";
import { FillNotice } from "./fill-notice.ts";
import { fullest, fullnessOf, groupLevel, type ShownCounter } from "./fullness.ts";
import { KeptList } from "./kept-list.ts";
import { listenToKeys } from "./key-input.ts";
import type { CountMessages } from "./messages/en.ts";
import { type Block, countingKey, type DeviceCredential, madeAtMs } from "./queue/device-tap.ts";
import type { IdbStore } from "./queue/idb-store.ts";
import { Ledger } from "./queue/ledger.ts";
import { Sender } from "./queue/sender.ts";
import { SpokenNumber } from "./spoken-count.ts";
import { stateLine } from "./state-line.ts";
import { TodayPanel } from "./today.ts";
import { UndoControl } from "./undo-control.ts";

export interface CountPageWiring {
  messages: CountMessages;
  store: IdbStore;
  clock: ServiceClock;
  credential: DeviceCredential;
  counterIds: string[];
  random(): number;
  newId(): string;
  /** Looks who is signed in, and says so to `signedInAs`. */
  askWhoIsSignedIn(): void;
}

/** For this long after a tap, the page asks for the number more often, and says it as the tap's result. */
const countsForMs = 10_000;

/** The counters of one screen on one device: counts, shows, sends. */
export class CountPage {
  readonly #wiring: CountPageWiring;
  readonly #panel = new CountPanel();
  readonly #spoken: SpokenNumber;
  readonly #fill: FillNotice;
  readonly #ledger: Ledger;
  readonly #sender: Sender;
  readonly #counters: CountedCounter[];
  readonly #closures: Closures;
  readonly #kept: KeptList;
  readonly #undo: UndoControl;
  readonly #tabs: OtherTabs;
  readonly #wake = new ScreenWake();
  /** By the monotonic clock, as all that concerns speech. */
  #tappedAtMs = Number.NEGATIVE_INFINITY;
  /** The one that screen readers hear of: where the last tap was. */
  #spokenCounter: CountedCounter | undefined;
  #place: PlaceNames = { gate: null, organization: null };

  constructor(wiring: CountPageWiring) {
    const { store, clock, credential, counterIds, random, askWhoIsSignedIn, messages } = wiring;
    this.#wiring = wiring;
    this.#spoken = new SpokenNumber(messages);
    this.#fill = new FillNotice(messages, () => vibrate("stop"));
    this.#tabs = new OtherTabs(() => void this.#reload());
    this.#ledger = new Ledger(store, (origin) => {
      if (origin === "here") this.#tabs.tell();
      this.#render();
    });
    const keys = counterIds.map((counterId) => countingKey({ credential, counterId }));
    this.#sender = new Sender({
      ledger: this.#ledger,
      send: (batch) => sendBatch(batch, (view, tookMs) => clock.learn(view.servedAt, tookMs)),
      exclusively,
      now: () => clock.now(),
      random,
      onState: () => this.#render(),
      preferredKeys: keys,
    });
    this.#counters = counterIds.map((counterId, index) => {
      const counter: CountedCounter = new CountedCounter({
        ...{ counterId, index, credential, clock, messages },
        ...{ ledger: this.#ledger, sender: this.#sender },
        onState: () => this.#render(),
        isCounting: () => performance.now() - this.#tappedAtMs < countsForMs,
        onTap: (direction) => void this.#tap(counter, direction),
      });
      return counter;
    });
    this.#closures = new Closures({
      ...{ counters: this.#counters, ledger: this.#ledger, sender: this.#sender },
      ...{ credential, messages },
      now: () => clock.now(),
    });
    requiredElement(".count").dataset.counters = String(counterIds.length);
    this.#undo = new UndoControl({
      ledger: this.#ledger,
      keys,
      messages,
      now: () => clock.now(),
      isOpen: (key, view) =>
        this.#closures.textOf(key, view) === null && this.#closures.blockOf(key) === null,
      onPressed: () => {
        this.#tappedAtMs = performance.now();
      },
      onStored: () => this.#stored("down"),
      onNotStored: () => this.#notStored(messages.undoNotStored),
    });
    this.#kept = new KeptList({
      ledger: this.#ledger,
      messages,
      block: (key) => this.#closures.blockOf(key),
      whose: (tap) => this.#closures.whose(tap),
      onOpened: askWhoIsSignedIn,
      onDecided: () => this.#sender.retryNow(),
    });
  }

  /** Why nothing that is made here is taken now. */
  get block(): Block | null {
    return this.#closures.ofAll;
  }

  get hasNumber(): boolean {
    return this.#counters.some(({ view }) => view !== undefined);
  }

  /** True while the service cannot be reached. */
  get isCutOff(): boolean {
    return this.#failures > 0 || !navigator.onLine;
  }

  /** Who is signed in, by their id; undefined for nobody. */
  signedInAs(personId: string | undefined): void {
    this.#closures.personId = personId;
    this.#render();
  }

  /** Where people count here, as far as the device knows. */
  isAt(place: PlaceNames): void {
    this.#place = place;
    this.#panel.showPlace(this.#counters.length > 1 ? { ...place, gate: null } : place);
    this.#render();
  }

  endsAt(endsAt: string | null): void {
    this.#closures.endsAtMs = endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt);
    this.#render();
  }

  async start(): Promise<void> {
    await this.#ledger.load();
    for (const counter of this.#counters) {
      counter.start();
      const { messages } = this.#wiring;
      new TodayPanel(counter.panel, () => counter.fetchToday(), messages).start();
    }
    listenToKeys({
      isOpen: () => !this.#kept.isOpen,
      mode: () => this.#counters[0]?.view?.mode,
      onCount: (direction) => this.#onKey(direction),
      onUndo: () => this.#undo.press(),
    });
    document.addEventListener("visibilitychange", () => this.#onReturn());
    addEventListener("pageshow", () => this.#onReturn());
    addEventListener("online", () => this.#onReturn());
    addEventListener("offline", () => this.#render());
    warnBeforeLeaving(() => this.#waiting.length > 0);
    setInterval(() => this.#render(), 500);
    this.#onReturn();
  }

  #onReturn(): void {
    if (document.visibilityState !== "visible") return;
    void this.#wake.keep();
    for (const counter of this.#counters) counter.pollNow();
    this.#sender.retryNow();
    this.#render();
  }

  async #reload(): Promise<void> {
    await this.#ledger.load();
    this.#sender.wake();
  }

  /** Counts a tap once it is on the disk, and not before. */
  async #tap(counter: CountedCounter, direction: Direction): Promise<void> {
    const { credential, clock, newId, messages } = this.#wiring;
    const { view, key, id: counterId } = counter;
    if (view === undefined || this.#closures.textOf(key, view) !== null) return;
    if (!isDirectionAllowed(direction, view.mode)) return;
    const tappedAt = new Date(clock.now()).toISOString();
    this.#tappedAtMs = performance.now();
    this.#spokenCounter = counter;
    try {
      await this.#ledger.add({ id: newId(), credential, counterId, direction, tappedAt });
    } catch {
      return this.#notStored(messages.tapNotStored);
    }
    this.#undo.tapped();
    this.#stored(direction === "up" && counter.fullness?.state === "full" ? "stop" : direction);
    askToPersist();
  }

  #stored(what: Direction | "stop"): void {
    vibrate(what);
    this.#panel.alert("");
    this.#sender.wake();
  }

  #notStored(text: string): void {
    vibrate("failure");
    this.#panel.alert(text);
    void this.#ledger.load().catch(() => {});
  }

  #onKey(direction: Direction): void {
    const [counter] = this.#counters;
    if (counter === undefined) return;
    counter.panel.flash(direction);
    void this.#tap(counter, direction);
  }

  get #waiting() {
    return this.#counters.flatMap(({ key }) => this.#ledger.waiting(key));
  }

  get #failures(): number {
    return Math.min(...this.#counters.map(({ failures }) => failures));
  }

  #render(): void {
    const shown = this.#counters.flatMap((counter): (ShownCounter & CounterOfPage)[] => {
      const one = counter.shown(this.#closures.blockOf(counter.key));
      return one === undefined ? [] : [{ ...one, counter }];
    });
    if (shown.length === 0) return;
    for (const each of shown) {
      const { counter, view, count } = each;
      const closed = this.#closures.textOf(counter.key, view);
      counter.fullness = fullnessOf(each, shown);
      const { level } = groupLevel(each, shown);
      const { fullness } = counter;
      counter.panel.show({ view, count, closed, groupLevel: level, fullness });
    }
    this.#showPage(shown);
    this.#undo.show();
    this.#kept.refresh();
  }

  #showPage(shown: readonly (ShownCounter & CounterOfPage)[]): void {
    const { clock, messages } = this.#wiring;
    const waiting = this.#waiting;
    const oldestMs = Math.min(clock.now(), ...waiting.map(madeAtMs));
    const connected = navigator.onLine && this.#failures < 2 && this.#sender.failures < 2;
    const keys = this.#counters.map(({ key }) => key);
    const facts = {
      waiting,
      waitingMs: clock.now() - oldestMs,
      connected,
      block: this.block,
      limited: keys.some((key) => this.#sender.isLimited(key)),
      checking: keys.some((key) => this.#sender.isChecking(key)),
      undecided: this.#kept.isUndecided,
    };
    const names = shown.map(({ view }) => view.name);
    const heading = shown.length === 1 ? names[0] : (this.#place.gate ?? names.join(" · "));
    this.#panel.show({
      title: `${shown.map(({ count }) => numberText(count)).join(" · ")} · ${heading}`,
      heading: heading ?? "",
      state: stateLine(facts, messages),
      canSignIn: this.block === "signed_out",
      decision: this.#kept.invitation(keys),
    });
    const fullness = fullest(shown.map(({ counter }) => counter.fullness));
    const knownMs = fullness === null ? 0 : clock.now() - Date.parse(fullness.knownAt);
    this.#fill.show(fullness, connected ? null : Math.max(0, knownMs));
    this.#speak(shown, waiting.length);
    // Otherwise the browser would show an error in place of the start page.
    const reachable = navigator.onLine && this.#failures < 2;
    requiredElement(".back").hidden = !reachable && !arePagesOffline();
  }

  #speak(shown: readonly (ShownCounter & CounterOfPage)[], waiting: number): void {
    const own = performance.now() - this.#tappedAtMs < countsForMs;
    const spoken = shown.find(({ counter }) => counter === this.#spokenCounter) ?? shown[0];
    if (spoken === undefined) return;
    const { count, view } = spoken;
    this.#spoken.say({ count, goalTarget: view.goalTarget, waiting, own });
  }
}

interface CounterOfPage {
  counter: CountedCounter;
}
