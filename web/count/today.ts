import type { TodayView } from "../../api/private/charts.ts";
import { numberText } from "../../core/embeds/format-count.ts";
import { requiredElement } from "../browser/elements.ts";
import type { Reply } from "../browser/request.ts";

const everyMs = 15_000;
/** Under which a device keeps that somebody has opened it. */
const keptUnder = "shows-today";

/** In, out and peak of the day: asked for only while somebody has opened it and the page is visible. */
export class TodayPanel {
  readonly #details = requiredElement<HTMLDetailsElement>(".today");
  readonly #fetchToday: () => Promise<Reply<TodayView>>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(fetchToday: () => Promise<Reply<TodayView>>) {
    this.#fetchToday = fetchToday;
  }

  start(): void {
    this.#details.open = localStorage.getItem(keptUnder) === "yes";
    this.#details.addEventListener("toggle", () => {
      localStorage.setItem(keptUnder, this.#details.open ? "yes" : "no");
      void this.#show();
    });
    document.addEventListener("visibilitychange", () => void this.#show());
    void this.#show();
  }

  async #show(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#details.open || document.visibilityState !== "visible") return;
    const reply = await this.#fetchToday();
    requiredElement(".today-text").textContent =
      reply.result === "ok" ? textOf(reply.body) : "Not known at this moment";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#show(), everyMs);
  }
}

function textOf({ in: ups, out, peak, peakAt, timeZone }: TodayView): string {
  const sums = `${numberText(Number(ups))} in · ${numberText(Number(out))} out`;
  if (peak === null || peakAt === null) return sums;
  const time = new Intl.DateTimeFormat(undefined, { timeStyle: "short", timeZone });
  return `${sums} · peak ${numberText(Number(peak))} at ${time.format(new Date(peakAt))}`;
}
