import { countPhrase } from "../../core/embeds/format-count.ts";
import { Announcer } from "./announcer.ts";
import { Panel, type State } from "./panel.ts";
import { isReconnecting, isStillLive, waitMs } from "./poll-schedule.ts";
import { Poller } from "./poller.ts";
import { type Clock, laterClock, type Reading, readLiveView } from "./reading.ts";

// Here everything is wired: the clock, chance, the page and its visibility.

const view = document.querySelector<HTMLElement>(".view");
if (view) start(view);

function start(view: HTMLElement): void {
  // The page of a view that is gone does not say where its count would be.
  const source = view.dataset.source ?? `${location.pathname.replace(/\/+$/, "")}/count`;
  const panel = new Panel(view);
  const announcer = new Announcer("", (text) => {
    const said = document.querySelector(".announcement");
    if (said) said.textContent = text;
  });
  let changedAt = view.querySelector("time")?.dateTime ?? "";
  // Unknown until the first answer: this machine's own clock may be wrong by hours.
  let clock: Clock | undefined;
  // The clock of the machine may be put right meanwhile; this one only goes on.
  const startedMs = Date.now() - performance.now();
  const hereMs = () => startedMs + performance.now();
  let answeredMs = 0;
  let state: State | undefined = view.dataset.state === "ended" ? "ended" : undefined;

  const become = (next: State) => {
    state = next;
    panel.state(next);
  };

  const tick = () => {
    announcer.tick(Date.now());
    if (state === "live" && !isStillLive(answeredMs, Date.now())) become("reconnecting");
    if (state === "ended" || clock === undefined) return;
    const serviceMs = clock.serviceMs + hereMs() - clock.hereMs;
    panel.ago(Math.max(0, serviceMs - Date.parse(changedAt)));
  };

  const onReading = (reading: Reading, failures: number) => {
    // What was empty before has to be drawn anew, which the service does best.
    if (state === "ended" && reading.outcome === "seen") return void location.reload();
    switch (reading.outcome) {
      case "seen": {
        const back = state === "reconnecting";
        clock = laterClock(clock, reading.clock);
        answeredMs = Date.now();
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
    read: (signal) => readLiveView(source, signal, hereMs),
    onReading,
    chance: Math.random,
  });
  const run = () => runWhileSeen(view, poller, tick);
  // Not at once: where a cache still holds the page of a view that is back, that would be a loop.
  if (state === "ended") setTimeout(run, waitMs("ended", 0, Math.random()));
  else run();
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
    tick();
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
