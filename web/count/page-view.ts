import { requiredElement } from "../browser/elements.ts";
import { arePagesOffline } from "../browser/offline-pages.ts";
import type { Closures } from "./closures.ts";
import { CountPanel, type PlaceNames } from "./count-panel.ts";
import type { CountedCounter } from "./counted-counter.ts";
import { FillNotice } from "./fill-notice.ts";
import { fullest, fullnessOf, groupLevel, type ShownCounter } from "./fullness.ts";
import type { KeptList } from "./kept-list.ts";
import type { CountMessages } from "./messages/en.ts";
import { countingKey, type DeviceTap, isFinal, madeAtMs } from "./queue/device-tap.ts";
import type { Ledger } from "./queue/ledger.ts";
import type { Sender } from "./queue/sender.ts";
import { SpokenNumber } from "./spoken-count.ts";
import { stateLine } from "./state-line.ts";

export interface PageViewWiring {
  counters: readonly CountedCounter[];
  closures: Closures;
  kept: KeptList;
  ledger: Ledger;
  sender: Sender;
  messages: CountMessages;
  now(): number;
  /** It has become full while the page was open. */
  onFull(): void;
}

/** How people count here now. */
export interface Counting {
  /** A person of this device does. */
  own: boolean;
  /** Where the last tap was. */
  tapped: CountedCounter | undefined;
  /** How many taps a press makes. */
  times: number;
}

/** A counter as it is shown now. */
type Showing = ShownCounter & { counter: CountedCounter };

/** Shows what the device knows of all the counters of the page. */
export class PageView {
  readonly panel = new CountPanel();
  place: PlaceNames = { gate: null, organization: null };
  readonly #wiring: PageViewWiring;
  readonly #fill: FillNotice;
  readonly #spoken: SpokenNumber;

  constructor(wiring: PageViewWiring) {
    this.#wiring = wiring;
    this.#fill = new FillNotice(wiring.messages, wiring.onFull);
    this.#spoken = new SpokenNumber(wiring.messages);
    requiredElement(".count").dataset.counters = String(wiring.counters.length);
  }

  /** False while no number is known. */
  show({ own, tapped, times }: Counting): boolean {
    const { counters, closures } = this.#wiring;
    const shown = counters.flatMap((counter): Showing[] => {
      const one = counter.shown(closures.blockOf(counter.key));
      return one === undefined ? [] : [{ ...one, counter }];
    });
    if (shown.length === 0) return false;
    // What cannot be counted here any more, such as an archived counter, fills nothing.
    const open = shown.filter(({ counter }) => !isFinal(closures.blockOf(counter.key)));
    for (const each of shown) this.#showCounter(each, open, times);
    const { waiting } = this;
    this.#showPage(shown, waiting);
    const spoken = shown.find(({ counter }) => counter === tapped) ?? shown[0];
    if (spoken !== undefined) {
      const { count, view } = spoken;
      this.#spoken.say({ count, goalTarget: view.goalTarget, waiting: waiting.length, own });
    }
    return true;
  }

  remindToHold(): void {
    this.#fill.remind();
  }

  get waiting() {
    const { counters, ledger } = this.#wiring;
    return counters.flatMap(({ key }) => ledger.waiting(key));
  }

  /** Polls in a row that had no response. */
  get failures(): number {
    return Math.min(...this.#wiring.counters.map(({ failures }) => failures));
  }

  #showCounter(each: Showing, open: readonly Showing[], times: number): void {
    const { counter, view, count } = each;
    const closed = this.#wiring.closures.textOf(counter.key, view);
    const fullness = open.includes(each) ? fullnessOf(each, open) : null;
    counter.fullness = fullness;
    const { level } = groupLevel(each, open);
    counter.panel.show({ view, count, closed, groupLevel: level, fullness, times });
  }

  #showPage(shown: readonly Showing[], waiting: readonly DeviceTap[]): void {
    const { counters, closures, kept, sender, messages, now } = this.#wiring;
    const keys = counters.map(({ key }) => key);
    const connected = navigator.onLine && this.failures < 2 && sender.failures < 2;
    const block = closures.ofAll;
    // There may be thousands of them.
    const [oldest] = counters
      .flatMap(({ key }) => waiting.find((tap) => countingKey(tap) === key) ?? [])
      .sort((a, b) => a.order - b.order);
    const facts = {
      ...{ waiting, connected, block },
      waitingMs: oldest === undefined ? 0 : Math.max(0, now() - madeAtMs(oldest)),
      limited: keys.some((key) => sender.isLimited(key)),
      checking: keys.some((key) => sender.isChecking(key)),
      undecided: kept.isUndecided,
    };
    const names = shown.map(({ view }) => view.name);
    const { gate, organization } = this.place;
    const isOne = counters.length === 1;
    const heading = (isOne ? names[0] : (gate ?? names.join(" · "))) ?? "";
    this.panel.showPlace({ gate: isOne ? gate : null, organization });
    this.panel.show({
      title: `${shown.map(({ count }) => messages.level(count)).join(" · ")} · ${heading}`,
      heading,
      state: stateLine(facts, messages),
      canSignIn: block === "signed_out",
      decision: kept.invitation(keys),
    });
    const fullness = fullest(shown.map(({ counter }) => counter.fullness));
    const ageMs = fullness === null ? 0 : now() - Date.parse(fullness.knownAt);
    this.#fill.show(fullness, connected ? null : Math.max(0, ageMs));
    // Otherwise the browser would show an error in place of the start page.
    const reachable = navigator.onLine && this.failures < 2;
    requiredElement(".back").hidden = !reachable && !arePagesOffline();
  }
}
