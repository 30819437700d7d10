import type { Direction } from "../../core/counters/taps/tap.ts";
import type { CountView } from "../../core/counting/count-view.ts";
import { requiredElement } from "../browser/elements.ts";
import { arePagesOffline } from "../browser/offline-pages.ts";
import { ScreenWake } from "../browser/screen-wake.ts";
import { buttonOf, CountPanel } from "./count-panel.ts";
import { blockOf, fetchCount, fetchToday, sendBatch } from "./counting-api.ts";
import { directionOfKey, isDirectionAllowed, isUndoKey } from "./counting-keys.ts";
import { vibrate } from "./device/haptics.ts";
import { warnBeforeLeaving } from "./device/leaving.ts";
import { exclusively, OtherTabs } from "./device/other-tabs.ts";
import { askToPersist } from "./device/persistence.ts";
import type { ServiceClock } from "./device/service-clock.ts";
import { KeptList } from "./kept-list.ts";
import { LiveCount } from "./live-count.ts";
import type { CountMessages } from "./messages/en.ts";
import {
  type Block,
  countingKey,
  type DeviceCredential,
  isOfAnother,
  madeAtMs,
  whose,
} from "./queue/device-tap.ts";
import type { IdbStore } from "./queue/idb-store.ts";
import { Ledger } from "./queue/ledger.ts";
import { Sender } from "./queue/sender.ts";
import { SpokenNumber } from "./spoken-count.ts";
import { stateLine } from "./state-line.ts";
import { onEachTap } from "./tap-button.ts";
import { TodayPanel } from "./today.ts";
import { UndoControl } from "./undo-control.ts";

export interface CountPageWiring {
  messages: CountMessages;
  store: IdbStore;
  clock: ServiceClock;
  credential: DeviceCredential;
  counterId: string;
  random(): number;
  newId(): string;
  /** Looks who is signed in, and says so to `signedInAs`. */
  askWhoIsSignedIn(): void;
}

/** For this long after a tap, a changed number is announced as the result of the tap. */
const answersTapMs = 10_000;

/** For this long after a tap, the page asks for the number more often. */
const countsForMs = 10_000;

/** One counter on one device: counts, shows, sends. */
export class CountPage {
  readonly #wiring: CountPageWiring;
  readonly #key: string;
  readonly #panel: CountPanel;
  readonly #spoken: SpokenNumber;
  readonly #ledger: Ledger;
  readonly #sender: Sender;
  readonly #live: LiveCount;
  readonly #kept: KeptList;
  readonly #undo: UndoControl;
  readonly #tabs: OtherTabs;
  readonly #wake = new ScreenWake();
  #block: Block | null = null;
  /** By the monotonic clock, as all that concerns speech. */
  #tappedAtMs = Number.NEGATIVE_INFINITY;
  #endsAtMs = Number.POSITIVE_INFINITY;
  #personId: string | undefined;

  constructor(wiring: CountPageWiring) {
    const { store, clock, credential, counterId, random, askWhoIsSignedIn, messages } = wiring;
    this.#wiring = wiring;
    this.#panel = new CountPanel(messages);
    this.#spoken = new SpokenNumber(messages);
    this.#key = countingKey({ credential, counterId });
    this.#tabs = new OtherTabs(() => void this.#reload());
    this.#ledger = new Ledger(store, (origin) => {
      if (origin === "here") this.#tabs.tell();
      this.#render();
    });
    this.#sender = new Sender({
      ledger: this.#ledger,
      send: (batch) => sendBatch(batch, (view, tookMs) => clock.learn(view.servedAt, tookMs)),
      exclusively,
      now: () => clock.now(),
      random,
      onState: () => this.#render(),
      preferredKey: this.#key,
    });
    this.#live = new LiveCount({
      fetchCount: (etag) => fetchCount({ credential, counterId }, etag),
      onView: (view, tookMs) => {
        clock.learn(view.servedAt, tookMs);
        return this.#ledger.offerView(this.#key, view);
      },
      onReply: (reply) => {
        if (reply.result === "refused") this.#block = blockOf(reply, credential);
        else if (reply.result !== "failed") {
          const wasCutOff = this.block !== null || this.#sender.failures > 0;
          this.#block = null;
          if (reply.result === "unchanged" && reply.servedAt !== null) {
            clock.learnRoughly(reply.servedAt, reply.tookMs);
          }
          this.#sender.unblock(this.#key);
          if (wasCutOff) this.#sender.retryNow();
        }
        this.#render();
      },
      isVisible: () => document.visibilityState === "visible",
      isCounting: () => performance.now() - this.#tappedAtMs < countsForMs,
    });
    this.#undo = new UndoControl({
      ledger: this.#ledger,
      messages,
      key: this.#key,
      now: () => clock.now(),
      isOpen: (view) => this.#closed(view) === null && this.block === null,
      onPressed: () => {
        this.#tappedAtMs = performance.now();
      },
      onStored: () => this.#stored("down"),
      onNotStored: () => this.#notStored(messages.undoNotStored),
    });
    this.#kept = new KeptList({
      ledger: this.#ledger,
      messages,
      block: (key) => this.#blockOf(key),
      whose: (tap) => whose(tap.credential, this.#personId),
      onOpened: askWhoIsSignedIn,
      onDecided: () => this.#sender.retryNow(),
    });
  }

  /** Why nothing that is made here is taken now. */
  get block(): Block | null {
    return this.#blockOf(this.#key);
  }

  get hasNumber(): boolean {
    return this.#ledger.view(this.#key) !== undefined;
  }

  /** True while the service cannot be reached. */
  get isCutOff(): boolean {
    return this.#live.failures > 0 || !navigator.onLine;
  }

  /** Who is signed in, by their id; undefined for nobody. */
  signedInAs(personId: string | undefined): void {
    this.#personId = personId;
    this.#render();
  }

  /** Taps made after this time would be refused. */
  endsAt(endsAt: string | null): void {
    this.#endsAtMs = endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt);
    this.#render();
  }

  async start(): Promise<void> {
    await this.#ledger.load();
    for (const direction of ["up", "down"] as const) {
      onEachTap(buttonOf(direction), () => void this.#tap(direction));
    }
    document.addEventListener("keydown", (event) => this.#onKey(event));
    document.addEventListener("visibilitychange", () => this.#onReturn());
    addEventListener("pageshow", () => this.#onReturn());
    addEventListener("online", () => this.#onReturn());
    addEventListener("offline", () => this.#render());
    warnBeforeLeaving(() => this.#ledger.waiting(this.#key).length > 0);
    setInterval(() => this.#render(), 500);
    new TodayPanel(() => fetchToday(this.#wiring), this.#wiring.messages).start();
    this.#onReturn();
  }

  #onReturn(): void {
    if (document.visibilityState !== "visible") return;
    void this.#wake.keep();
    this.#live.pollNow();
    this.#sender.retryNow();
    this.#render();
  }

  async #reload(): Promise<void> {
    await this.#ledger.load();
    this.#sender.wake();
  }

  /** Counts a tap once it is on the disk, and not before. */
  async #tap(direction: Direction): Promise<void> {
    const { credential, counterId, clock, newId, messages } = this.#wiring;
    const view = this.#ledger.view(this.#key);
    if (view === undefined || this.#closed(view) !== null) return;
    if (!isDirectionAllowed(direction, view.mode)) return;
    const tappedAt = new Date(clock.now()).toISOString();
    this.#tappedAtMs = performance.now();
    try {
      await this.#ledger.add({ id: newId(), credential, counterId, direction, tappedAt });
    } catch {
      return this.#notStored(messages.tapNotStored);
    }
    this.#undo.tapped();
    this.#stored(direction);
    askToPersist();
  }

  #stored(what: Direction): void {
    vibrate(what);
    this.#panel.alert("");
    this.#sender.wake();
  }

  #notStored(text: string): void {
    vibrate("failure");
    this.#panel.alert(text);
    void this.#ledger.load().catch(() => {});
  }

  #onKey(event: KeyboardEvent): void {
    if (this.#kept.isOpen) return;
    if (isUndoKey(event)) {
      event.preventDefault();
      if (!event.repeat) this.#undo.press();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const view = this.#ledger.view(this.#key);
    const direction = view && directionOfKey(event.key, view.mode);
    if (view === undefined || direction === undefined) return;
    // A focused button or link does with the space bar what it always does.
    if (event.key === " " && event.target !== document.body) return;
    event.preventDefault();
    if (event.repeat) return;
    this.#panel.flash(direction);
    void this.#tap(direction);
  }

  #blockOf(key: string): Block | null {
    const block = (key === this.#key ? this.#block : null) ?? this.#sender.block(key);
    // In another person's session nobody knows: the taps wait for the one who made them.
    if (block === "forbidden" && this.#isOfAnother(key)) return "signed_out";
    return block;
  }

  #isOfAnother(key: string): boolean {
    const tap = this.#ledger.taps.find((each) => countingKey(each) === key);
    const credential = key === this.#key ? this.#wiring.credential : tap?.credential;
    return credential !== undefined && isOfAnother(credential, this.#personId);
  }

  #closed({ locked }: CountView): string | null {
    const { clock, credential, messages } = this.#wiring;
    if (this.block === "revoked") return messages.gateClosed;
    const ended = credential.kind === "gate" && clock.now() >= this.#endsAtMs;
    if (ended || this.block === "ended") return messages.gateEnded;
    if (this.block === "forbidden") return messages.noLongerMember;
    return locked ? messages.locked : null;
  }

  #render(): void {
    const view = this.#ledger.view(this.#key);
    const count = this.#ledger.number(this.#key, this.block);
    if (view === undefined || count === undefined) return;
    const { clock, messages } = this.#wiring;
    const waiting = this.#ledger.waiting(this.#key);
    const oldestMs = waiting[0] === undefined ? clock.now() : madeAtMs(waiting[0]);
    const decision = this.#kept.invitation(this.#key);
    const facts = {
      waiting,
      waitingMs: clock.now() - oldestMs,
      connected: navigator.onLine && this.#live.failures < 2 && this.#sender.failures < 2,
      block: this.block,
      limited: this.#sender.isLimited(this.#key),
      checking: this.#sender.isChecking(this.#key),
      undecided: this.#kept.isUndecided,
    };
    this.#panel.show({
      view,
      count,
      state: stateLine(facts, messages),
      closed: this.#closed(view),
      canSignIn: this.block === "signed_out",
      decision,
    });
    this.#undo.show(view);
    const own = performance.now() - this.#tappedAtMs < answersTapMs;
    this.#spoken.say({ count, goalTarget: view.goalTarget, waiting: waiting.length, own });
    // Otherwise the browser would show an error in place of the start page.
    const reachable = navigator.onLine && this.#live.failures < 2;
    requiredElement(".back").hidden = !reachable && !arePagesOffline();
    this.#kept.refresh();
  }
}
