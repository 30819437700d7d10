import type { Direction } from "../../core/counters/taps/tap.ts";
import type { CountView } from "../../core/counting/count-view.ts";
import { requiredElement } from "../browser/elements.ts";
import type { Reply } from "../browser/request.ts";
import { CounterPanel } from "./counter-panel.ts";
import { blockOf, fetchCount, fetchToday } from "./counting-api.ts";
import type { ServiceClock } from "./device/service-clock.ts";
import type { Fullness, ShownCounter } from "./fullness.ts";
import { LiveCount } from "./live-count.ts";
import type { CountMessages } from "./messages/en.ts";
import {
  type Block,
  countingKey,
  type DeviceCredential,
  type DeviceTap,
  isUndo,
  nextBlock,
} from "./queue/device-tap.ts";
import type { Ledger } from "./queue/ledger.ts";
import type { Sender } from "./queue/sender.ts";
import { onEachTap } from "./tap-button.ts";
import { TodayPanel } from "./today.ts";

export interface CountedCounterWiring {
  counterId: string;
  /** Which of the page's counters it is, from 0. */
  index: number;
  credential: DeviceCredential;
  ledger: Ledger;
  sender: Sender;
  clock: ServiceClock;
  messages: CountMessages;
  /** A poll found something out. */
  onState(): void;
  isCounting(): boolean;
  onTap(direction: Direction): void;
  onTooShort(): void;
}

/** One of the counters of the page: its number, its polls and its elements. */
export class CountedCounter {
  readonly id: string;
  readonly key: string;
  readonly panel: CounterPanel;
  readonly #wiring: CountedCounterWiring;
  readonly #live: LiveCount;
  #block: Block | null = null;
  fullness: Fullness | null = null;

  constructor(wiring: CountedCounterWiring) {
    const { counterId, index, credential, messages } = wiring;
    this.#wiring = wiring;
    this.id = counterId;
    this.key = countingKey({ credential, counterId });
    this.panel = new CounterPanel(newRoot(), index, messages);
    this.#live = new LiveCount({
      fetchCount: (etag) => fetchCount({ credential, counterId }, etag),
      onView: (view, tookMs) => {
        wiring.clock.learn(view.servedAt, tookMs);
        return wiring.ledger.offerView(this.key, view);
      },
      onReply: (reply) => this.#onReply(reply),
      isVisible: () => document.visibilityState === "visible",
      isCounting: () => wiring.isCounting(),
    });
  }

  start(): void {
    for (const direction of ["up", "down"] as const) {
      onEachTap(this.panel.button(direction), {
        onTap: () => this.#wiring.onTap(direction),
        mustHold: () => direction === "up" && this.isFull,
        onTooShort: () => this.#wiring.onTooShort(),
      });
    }
    this.#live.pollNow();
  }

  get isFull(): boolean {
    return this.fullness?.state === "full";
  }

  get view(): CountView | undefined {
    return this.#wiring.ledger.view(this.key);
  }

  /** The number on the screen, with its view; undefined before the service has ever said one. */
  shown(block: Block | null): ShownCounter | undefined {
    const { view } = this;
    const { ledger } = this.#wiring;
    const count = ledger.number(this.key, block);
    if (view === undefined || count === undefined) return undefined;
    return { view, count, unanswered: ledger.hasUnanswered(this.key) };
  }

  /** As polls or taps were refused. */
  get block(): Block | null {
    return this.#block ?? this.#wiring.sender.block(this.key);
  }

  /** Polls in a row that had no response. */
  get failures(): number {
    return this.#live.failures;
  }

  pollNow(): void {
    this.#live.pollNow();
  }

  startToday(): TodayPanel {
    const { credential, counterId, messages, ledger, clock } = this.#wiring;
    const panel = new TodayPanel({
      now: () => clock.now(),
      ...{ panel: this.panel, messages },
      fetchToday: () => fetchToday({ credential, counterId }),
      waiting: () => tapsOf(ledger.waiting(this.key)),
      step: (direction) =>
        (direction === "up" ? this.view?.incrementStep : this.view?.decrementStep) ?? 1,
    });
    panel.start();
    return panel;
  }

  #onReply(reply: Reply<CountView>): void {
    const { sender, clock, credential, onState } = this.#wiring;
    if (reply.result === "refused")
      this.#block = nextBlock(this.#block, blockOf(reply, credential));
    else if (reply.result !== "failed") {
      const wasCutOff = this.block !== null || sender.failures > 0;
      this.#block = null;
      if (reply.result === "unchanged" && reply.servedAt !== null) {
        clock.learnRoughly(reply.servedAt, reply.tookMs);
      }
      sender.unblock(this.key);
      if (wasCutOff) sender.retryNow();
    }
    onState();
  }
}

function tapsOf(waiting: readonly DeviceTap[]): Record<Direction, number> {
  const taps = { up: 0, down: 0 };
  for (const tap of waiting) taps[tap.direction] += isUndo(tap) ? -1 : 1;
  return taps;
}

function newRoot(): HTMLElement {
  const template = requiredElement<HTMLTemplateElement & HTMLElement>(".counter-template");
  const root = template.content.firstElementChild?.cloneNode(true);
  if (!(root instanceof HTMLElement)) throw new Error("a counter has no template");
  requiredElement(".counters").append(root);
  return root;
}
