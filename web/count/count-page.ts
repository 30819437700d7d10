import type { Direction } from "../../core/counters/taps/tap.ts";
import { ScreenWake } from "../browser/screen-wake.ts";
import { Closures } from "./closures.ts";
import type { PlaceNames } from "./count-panel.ts";
import { CountedCounter } from "./counted-counter.ts";
import { sendBatch } from "./counting-api.ts";
import { isDirectionAllowed } from "./counting-keys.ts";
import { type Feedback, feedback } from "./device/feedback.ts";
import { warnBeforeLeaving } from "./device/leaving.ts";
import { exclusively, OtherTabs } from "./device/other-tabs.ts";
import { askToPersist } from "./device/persistence.ts";
import type { ServiceClock } from "./device/service-clock.ts";
import { FullTaps } from "./full-taps.ts";
import { KeptList } from "./kept-list.ts";
import { listenToKeys } from "./key-input.ts";
import type { CountMessages } from "./messages/en.ts";
import { MultiplesControl } from "./multiples-control.ts";
import { PageView } from "./page-view.ts";
import { type Block, countingKey, type DeviceCredential, type NewTap } from "./queue/device-tap.ts";
import type { IdbStore } from "./queue/idb-store.ts";
import { Ledger } from "./queue/ledger.ts";
import { Sender } from "./queue/sender.ts";
import { countInShift } from "./settings/device-settings.ts";
import { keyActions, learnedAction } from "./settings/key-actions.ts";
import { SettingsSheet } from "./settings/settings-sheet.ts";
import type { TodayPanel } from "./today.ts";
import { UndoControl } from "./undo-control.ts";

export interface CountPageWiring {
  messages: CountMessages;
  store: IdbStore;
  clock: ServiceClock;
  credential: DeviceCredential;
  counterIds: string[];
  random(): number;
  newId(): string;
  askWhoIsSignedIn(): void;
}

/** For this long after a tap, the page asks for the number more often, and says it as the tap's result. */
const countsForMs = 10_000;

/** The device may take its promise to stay awake back at any time. */
const wakeMs = 30_000;

/** The counters of one screen on one device: counts, shows, sends. */
export class CountPage {
  readonly #wiring: CountPageWiring;
  readonly #view: PageView;
  readonly #ledger: Ledger;
  readonly #sender: Sender;
  readonly #counters: CountedCounter[];
  readonly #closures: Closures;
  readonly #kept: KeptList;
  readonly #fullTaps: FullTaps;
  readonly #undo: UndoControl;
  readonly #settings: SettingsSheet;
  readonly #multiples: MultiplesControl;
  readonly #tabs: OtherTabs;
  readonly #wake = new ScreenWake((staysOn) => this.#view.panel.showScreen(staysOn));
  #today: TodayPanel | undefined;
  /** By the monotonic clock, as all that concerns speech. */
  #tappedAtMs = Number.NEGATIVE_INFINITY;
  #tapped: CountedCounter | undefined;

  constructor(wiring: CountPageWiring) {
    const { store, clock, credential, counterIds, random, askWhoIsSignedIn, messages } = wiring;
    this.#wiring = wiring;
    const now = () => clock.now();
    const timeZone = () => this.#view.place.timeZone;
    this.#multiples = new MultiplesControl(now);
    this.#tabs = new OtherTabs(() => void this.#reload());
    this.#ledger = new Ledger(store, (origin) => {
      // Apart: what goes wrong in showing a tap must not make a stored one an error, or keep it here.
      queueMicrotask(() => {
        if (origin === "here") this.#tabs.tell();
        this.#render();
      });
    });
    const ledger = this.#ledger;
    const keys = counterIds.map((counterId) => countingKey({ credential, counterId }));
    this.#sender = new Sender({
      ...{ ledger, exclusively, now, random },
      send: (batch) => sendBatch(batch, (view, tookMs) => clock.learn(view.servedAt, tookMs)),
      onState: () => this.#render(),
      preferredKeys: keys,
    });
    const sender = this.#sender;
    this.#counters = counterIds.map((counterId, index) => {
      const counter: CountedCounter = new CountedCounter({
        ...{ counterId, index, credential, clock, messages, ledger, sender },
        onState: () => this.#render(),
        isCounting: () => this.#isCounting,
        onTap: (direction) => void this.#tap(counter, direction),
        onTooShort: () => void this.#keepTooShort(counter),
      });
      return counter;
    });
    const counters = this.#counters;
    this.#closures = new Closures({ counters, ledger, sender, credential, messages, now });
    const closures = this.#closures;
    this.#undo = new UndoControl({
      ...{ ledger, keys, messages, now },
      isOpen: (key, view) => closures.textOf(key, view) === null && closures.blockOf(key) === null,
      onPressed: () => {
        this.#tappedAtMs = performance.now();
      },
      onStored: ({ direction }) => {
        this.#sender.wake();
        this.#countedHere(direction, -1);
        this.#stored("down");
      },
      onNotStored: () => this.#notStored(messages.undoNotStored),
    });
    this.#fullTaps = new FullTaps({
      ...{ ledger, keys, messages },
      whose: (tap) => closures.whose(tap),
      onAdded: (taps) => this.#countedAs("up", taps),
      onNotStored: () => this.#notStored(messages.decisionNotStored),
    });
    this.#kept = new KeptList({
      ...{ ledger, messages, timeZone },
      block: (key) => closures.blockOf(key),
      whose: (tap) => closures.whose(tap),
      onOpened: askWhoIsSignedIn,
      onDecided: (added) => {
        this.#countedHere("up", added);
        sender.retryNow();
      },
    });
    this.#settings = new SettingsSheet({
      ...{ messages, now, timeZone },
      actions: () => keyActions(counters, messages),
      onChange: ({ multiples }) => {
        this.#multiples.offer(multiples);
        this.#render();
      },
    });
    this.#view = new PageView({
      ...{ counters, closures, kept: this.#kept, ledger, sender, messages, now },
      onFull: () => this.#feedback("stop"),
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
    return this.#view.failures > 0 || !navigator.onLine;
  }

  /** Who is signed in, by their id; undefined for nobody. */
  signedInAs(personId: string | undefined): void {
    this.#closures.personId = personId;
    this.#render();
  }

  /** Where people count here, as far as the device knows. */
  isAt(place: PlaceNames): void {
    this.#view.place = place;
    this.#render();
  }

  endsAt(endsAt: string | null): void {
    this.#closures.endsAtMs = endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt);
    this.#render();
  }

  async start(): Promise<void> {
    this.#settings.start();
    await this.#ledger.load();
    for (const counter of this.#counters) counter.start();
    // Several have no place for it.
    if (this.#counters.length === 1) this.#today = this.#counters[0]?.startToday();
    listenToKeys({
      isOpen: () => !this.#kept.isOpen && !this.#settings.isOpen,
      mode: () => this.#counters[0]?.view?.mode,
      learned: (key) => learnedAction(key, this.#settings.settings, this.#counters),
      onCount: (direction, index) => this.#onKey(direction, index),
      onUndo: () => this.#undo.press(),
    });
    document.addEventListener("visibilitychange", () => this.#onReturn());
    for (const event of ["pageshow", "online"]) addEventListener(event, () => this.#onReturn());
    addEventListener("offline", () => this.#render());
    warnBeforeLeaving(() => this.#view.waiting.length > 0);
    setInterval(() => this.#render(), 500);
    setInterval(() => void this.#wake.keep(), wakeMs);
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
    // Where nothing can be read now, the next change reads it.
    await this.#ledger.load().catch(() => {});
    this.#sender.wake();
  }

  get #isCounting(): boolean {
    return performance.now() - this.#tappedAtMs < countsForMs;
  }

  /** Counts a press, which is one tap or several, once it is on the disk, and not before. */
  async #tap(counter: CountedCounter, direction: Direction): Promise<void> {
    const taps = this.#newTaps(counter, direction);
    if (taps.length === 0) return;
    this.#tappedAtMs = performance.now();
    this.#tapped = counter;
    const isFull = () => direction === "up" && counter.isFull;
    const adding = isFull() ? this.#fullTaps.hold(taps) : this.#ledger.add(...taps);
    const counted = await this.#store(adding);
    if (counted === undefined) return;
    this.#countedAs(direction, counted);
    this.#stored(isFull() ? "stop" : direction);
    askToPersist();
  }

  /** Where it is full, such a press counts nothing until somebody adds it. */
  async #keepTooShort(counter: CountedCounter): Promise<void> {
    const kept = { reason: "full", atMs: this.#wiring.clock.now() } as const;
    const taps = this.#newTaps(counter, "up").map((tap) => ({ ...tap, kept }));
    this.#feedback("failure");
    this.#view.remindToHold();
    if (taps.length === 0 || !(await this.#store(this.#ledger.add(...taps)))) return;
    this.#view.panel.alert("");
  }

  /** What a press makes, which is one tap or several; nothing where it may not count. */
  #newTaps({ view, key, id: counterId }: CountedCounter, direction: Direction): NewTap[] {
    const { credential, clock, newId } = this.#wiring;
    if (view === undefined || this.#closures.textOf(key, view) !== null) return [];
    if (!isDirectionAllowed(direction, view.mode)) return [];
    const tappedAt = new Date(clock.now()).toISOString();
    const tap = () => ({ id: newId(), credential, counterId, direction, tappedAt });
    return Array.from({ length: this.#multiples.timesNow() }, tap);
  }

  /** Resolves to how many taps are on the disk, or to undefined where they are not. */
  async #store(adding: Promise<number>): Promise<number | undefined> {
    const added = await adding.catch(() => undefined);
    if (added !== undefined) this.#multiples.used();
    else this.#notStored(this.#wiring.messages.tapNotStored);
    return added;
  }

  /** Taps are on the disk, and wait to be sent. */
  #countedAs(direction: Direction, taps: number): void {
    this.#sender.wake();
    this.#countedHere(direction, taps);
    this.#undo.tapped();
  }

  #stored(what: Feedback): void {
    this.#feedback(what);
    this.#view.panel.alert("");
  }

  #notStored(text: string): void {
    this.#feedback("failure");
    this.#view.panel.alert(text);
    void this.#ledger.load().catch(() => {});
  }

  #feedback(what: Feedback): void {
    feedback(what, this.#settings.settings);
  }

  #countedHere(direction: Direction, taps: number): void {
    countInShift(direction, taps, this.#wiring.clock.now());
    this.#today?.counted(direction, taps);
  }

  #onKey(direction: Direction, index: number): void {
    const counter = this.#counters[index];
    if (counter === undefined) return;
    counter.panel.flash(direction);
    void this.#tap(counter, direction);
  }

  #render(): void {
    const times = this.#multiples.timesNow();
    if (!this.#view.show({ own: this.#isCounting, tapped: this.#tapped, times })) return;
    this.#undo.show();
    this.#fullTaps.show();
    this.#kept.refresh();
  }
}
