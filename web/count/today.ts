import type { TodayView } from "../../api/private/charts.ts";
import type { Direction } from "../../core/counters/taps/tap.ts";
import { learnOffset } from "../../core/known-zone.ts";
import type { Reply } from "../browser/request.ts";
import type { CounterPanel } from "./counter-panel.ts";
import type { CountMessages } from "./messages/en.ts";
import { isTodayShown, keepTodayShown } from "./settings/device-settings.ts";
import { timeParts, zonedText } from "./zoned-text.ts";

const everyMs = 15_000;

/** No day is longer. */
const longestDayMs = 26 * 3_600_000;

export interface TodayWiring {
  panel: CounterPanel;
  fetchToday(): Promise<Reply<TodayView>>;
  messages: CountMessages;
  /** Taps of this device that the service does not know, less the undos of others. */
  waiting(): Record<Direction, number>;
  /** What a tap counts. */
  step(direction: Direction): number;
  now(): number;
}

/** In, out and peak of the day: asked for only while somebody has opened it and the page is visible. */
export class TodayPanel {
  readonly #details: HTMLDetailsElement;
  readonly #text: HTMLElement;
  readonly #wiring: TodayWiring;
  /** As the service said last, and what was counted here since. */
  #today: TodayView | undefined;
  #here = { up: 0, down: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(wiring: TodayWiring) {
    this.#details = wiring.panel.find<HTMLDetailsElement>(".today");
    this.#text = wiring.panel.find(".today-text");
    this.#wiring = wiring;
  }

  start(): void {
    this.#details.open = isTodayShown();
    this.#details.addEventListener("toggle", () => {
      keepTodayShown(this.#details.open);
      void this.#show();
    });
    document.addEventListener("visibilitychange", () => void this.#show());
    void this.#show();
  }

  /** So many taps were made here, or undone. */
  counted(direction: Direction, taps: number): void {
    this.#here[direction] += taps;
    if (this.#today !== undefined) this.#write();
  }

  async #show(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#details.open || document.visibilityState !== "visible") return;
    const reply = await this.#wiring.fetchToday();
    if (reply.result === "ok") {
      this.#today = reply.body;
      this.#here = this.#wiring.waiting();
    } else if (reply.result !== "failed" || this.#isOver) this.#today = undefined;
    this.#write();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#show(), everyMs);
  }

  /** Without a network, what is known of a day is shown until it must have ended. */
  get #isOver(): boolean {
    const startedMs = Date.parse(this.#today?.startedAt ?? "");
    return !(this.#wiring.now() - startedMs < longestDayMs);
  }

  #write(): void {
    const { messages, step } = this.#wiring;
    const here = { up: this.#here.up * step("up"), down: this.#here.down * step("down") };
    this.#text.textContent = this.#today
      ? textOf(this.#today, here, messages)
      : messages.todayUnknown;
  }
}

function textOf(
  today: TodayView,
  here: Record<Direction, number>,
  messages: CountMessages,
): string {
  const { in: ups, out, peak, peakAt, timeZone, utcOffsetMinutes } = today;
  const sums = messages.todaySums(Number(ups) + here.up, Number(out) + here.down);
  if (peak === null || peakAt === null) return sums;
  learnOffset(timeZone, utcOffsetMinutes);
  const at = zonedText({ fromMs: Date.parse(peakAt) }, timeParts, timeZone);
  return `${sums} · ${messages.todayPeak(Number(peak), at)}`;
}
