import type { TodayView } from "../../api/private/charts.ts";
import { learnOffset } from "../../core/known-zone.ts";
import type { Reply } from "../browser/request.ts";
import type { CounterPanel } from "./counter-panel.ts";
import type { CountMessages } from "./messages/en.ts";
import { isTodayShown, keepTodayShown } from "./settings/device-settings.ts";
import { timeParts, zonedText } from "./zoned-text.ts";

const everyMs = 15_000;

/** In, out and peak of the day: asked for only while somebody has opened it and the page is visible. */
export class TodayPanel {
  readonly #details: HTMLDetailsElement;
  readonly #text: HTMLElement;
  readonly #fetchToday: () => Promise<Reply<TodayView>>;
  readonly #messages: CountMessages;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    panel: CounterPanel,
    fetchToday: () => Promise<Reply<TodayView>>,
    messages: CountMessages,
  ) {
    this.#details = panel.find<HTMLDetailsElement>(".today");
    this.#text = panel.find(".today-text");
    this.#fetchToday = fetchToday;
    this.#messages = messages;
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

  async #show(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#details.open || document.visibilityState !== "visible") return;
    const reply = await this.#fetchToday();
    this.#text.textContent =
      reply.result === "ok" ? textOf(reply.body, this.#messages) : this.#messages.todayUnknown;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#show(), everyMs);
  }
}

function textOf(today: TodayView, messages: CountMessages): string {
  const { in: ups, out, peak, peakAt, timeZone, utcOffsetMinutes } = today;
  const sums = messages.todaySums(Number(ups), Number(out));
  if (peak === null || peakAt === null) return sums;
  learnOffset(timeZone, utcOffsetMinutes);
  const at = zonedText({ fromMs: Date.parse(peakAt) }, timeParts, timeZone);
  return `${sums} · ${messages.todayPeak(Number(peak), at)}`;
}
