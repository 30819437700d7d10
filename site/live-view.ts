import { countPhrase } from "../core/live-view-text.ts";
import { Announcer } from "./announcer.ts";
import { Panel, type State } from "./panel.ts";
import { isReconnecting } from "./poll-schedule.ts";
import { Poller } from "./poller.ts";
import { type Clock, type Reading, readLiveView } from "./reading.ts";

// Here everything is wired: the clock, chance, the page and its visibility.

const view = document.querySelector<HTMLElement>(".view");
const source = view?.dataset.source;
const said = document.querySelector(".announcement");
if (view && source !== undefined && said) start(view, source, said);

function start(view: HTMLElement, source: string, said: Element): void {
  const panel = new Panel(view);
  const announcer = new Announcer("", (text) => {
    said.textContent = text;
  });
  let changedAt = view.querySelector("time")?.dateTime ?? "";
  let clock: Clock = { serviceMs: Date.now(), hereMs: Date.now() };
  let state: State | undefined;

  const serviceNowMs = () => clock.serviceMs + Date.now() - clock.hereMs;
  const tick = () => {
    announcer.tick(Date.now());
    if (state !== "ended") panel.ago(Math.max(0, serviceNowMs() - Date.parse(changedAt)));
  };

  const become = (next: State) => {
    state = next;
    panel.state(next);
  };

  const onReading = (reading: Reading, failures: number) => {
    // What was empty before has to be drawn anew, which the service does best.
    if (state === "ended" && reading.outcome === "seen") return void location.reload();
    switch (reading.outcome) {
      case "seen": {
        const back = state === "reconnecting";
        clock = reading.clock;
        become("live");
        // Another cache may answer with what it kept for a second longer.
        if (reading.view.updatedAt < changedAt) break;
        if (back || reading.view.updatedAt > changedAt) {
          announcer.offer(`${reading.view.name}: ${countPhrase(reading.view)}`, Date.now());
        }
        changedAt = reading.view.updatedAt;
        panel.show(reading.view);
        break;
      }
      case "failed":
        if (state === "ended" || !isReconnecting(failures)) break;
        become("reconnecting");
        announcer.offer("Reconnecting", Date.now());
        break;
      case "ended":
        become("ended");
        announcer.offer("No longer shared", Date.now());
        break;
    }
    tick();
  };

  const poller = new Poller({
    read: (signal) => readLiveView(source, signal, Date.now),
    onReading,
    chance: Math.random,
  });
  runWhileSeen(view, poller, tick);
}

/** A view that nobody can see asks for nothing: another tab is in front, or it is scrolled away. */
function runWhileSeen(view: HTMLElement, poller: Poller, tick: () => void): void {
  let onScreen = true;
  let ticking: ReturnType<typeof setInterval> | undefined;
  const follow = () => {
    const seen = onScreen && document.visibilityState === "visible";
    clearInterval(ticking);
    if (!seen) return poller.pause();
    ticking = setInterval(tick, 1_000);
    poller.run();
  };
  new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)?.isIntersecting ?? true;
    follow();
  }).observe(view);
  document.addEventListener("visibilitychange", follow);
  addEventListener("pageshow", follow);
  addEventListener("online", () => poller.hurry());
  follow();
}
