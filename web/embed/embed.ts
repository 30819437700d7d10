import { followTextZoom } from "../browser/text-zoom.ts";
import { Announcer } from "./announcer.ts";
import { CountTexts } from "./count-texts.ts";
import { type ClockReading, type FetchedCount, fetchCount, laterClock } from "./fetch-count.ts";
import { languageOf } from "./language.ts";
import { applyLooks, looksOf } from "./looks.ts";
import { Panel, type State } from "./panel.ts";
import { isReconnecting, isStillLive, waitMs } from "./poll-schedule.ts";
import { Poller } from "./poller.ts";

// Everything is wired here: the clock, the random source, the page and its visibility.

/**
 * For so long, an older count is the copy of another cache, which keeps none for longer. After that the
 * service has gone back, as after a restore.
 */
const olderCopiesMs = 10_000;

const embed = document.querySelector<HTMLElement>(".embed");
if (embed) start(embed);
document.body.dataset.begun = "";

function start(embed: HTMLElement): void {
  // The page of a session that is not shared does not name the URL of its count.
  const source = embed.dataset.source ?? `${location.pathname.replace(/\/+$/, "")}/count`;
  const looks = looksOf(new URLSearchParams(location.search));
  const isEnded = embed.dataset.state === "ended";
  // The page of what is not shared is in English.
  followTextZoom();
  applyLooks(isEnded ? { ...looks, language: undefined } : looks);
  const texts = new CountTexts(looks.language ?? languageOf(document.documentElement.lang));
  const panel = new Panel(embed, { texts, label: looks.label });
  const announcer = new Announcer("", (text) => {
    const announcement = document.querySelector(".announcement");
    if (announcement) announcement.textContent = text;
  });
  let changedAt = embed.querySelector("time")?.dateTime ?? "";
  // Unknown until the first response: this machine's clock may be hours off.
  let clock: ClockReading | undefined;
  // The machine's clock may be corrected while this page is open; this one is monotonic.
  const startedMs = Date.now() - performance.now();
  const hereMs = () => startedMs + performance.now();
  /** By the service's clock; a response that is not newer may be one that a proxy sends again. */
  let newestMs = Number.NEGATIVE_INFINITY;
  let receivedMs = 0;
  /** When a count came last that was not older than what is shown. */
  let agreedMs = Date.now();
  let state: State | undefined = isEnded ? "ended" : undefined;

  const become = (next: State) => {
    state = next;
    const isOld = next === "reconnecting" && Number.isFinite(newestMs);
    panel.state(next, isOld ? texts.noNewsSince(newestMs, Date.now() - receivedMs) : undefined);
  };

  const tick = () => {
    announcer.tick(Date.now());
    if (state === "live" && !isStillLive(receivedMs, Date.now())) become("reconnecting");
    if (state === "ended" || clock === undefined) return;
    const serviceMs = clock.serviceMs + hereMs() - clock.hereMs;
    panel.ago(Math.max(0, serviceMs - Date.parse(changedAt)));
  };

  const onFetched = (fetched: FetchedCount, failures: number) => {
    // The service renders the page anew, because this one has no elements to fill in.
    if (state === "ended" && fetched.result === "received") return void location.reload();
    switch (fetched.result) {
      case "received": {
        const { counter } = fetched;
        const isNews = fetched.clock.serviceMs > newestMs;
        const back = isNews && state === "reconnecting";
        clock = laterClock(clock, fetched.clock);
        if (isNews) {
          newestMs = fetched.clock.serviceMs;
          receivedMs = Date.now();
          become("live");
        }
        if (counter.updatedAt < changedAt && Date.now() - agreedMs < olderCopiesMs) break;
        agreedMs = Date.now();
        if (back || counter.updatedAt !== changedAt) {
          const name = looks.label ?? counter.name;
          announcer.offer(texts.messages.announced(name, texts.phrase(counter)), Date.now());
        }
        changedAt = counter.updatedAt;
        panel.show(counter);
        break;
      }
      case "failed":
        if (state === "ended" || !isReconnecting(failures)) break;
        become("reconnecting");
        announcer.offer(texts.messages.reconnecting, Date.now());
        break;
      case "ended":
        become("ended");
        announcer.offer(texts.messages.noLongerShared, Date.now());
        break;
    }
    tick();
  };

  const poller = new Poller({
    fetchCount: (signal) => fetchCount({ source, signal, now: hereMs }),
    onFetched,
    random: Math.random,
  });
  const run = () => runWhileVisible(embed, poller, tick);
  // Not at once: while a cache still has this page of a session that is back, that would be a loop.
  if (state === "ended") setTimeout(run, waitMs("ended", 0, Math.random()));
  else run();
}

/**
 * Pauses while nobody can see the embed: another tab is in front, or it is scrolled out of sight.
 */
function runWhileVisible(embed: HTMLElement, poller: Poller, tick: () => void): void {
  let onScreen = true;
  let ticking: ReturnType<typeof setInterval> | undefined;
  const follow = () => {
    const visible = onScreen && document.visibilityState === "visible";
    clearInterval(ticking);
    if (!visible) return poller.pause();
    ticking = setInterval(tick, 1_000);
    tick();
    poller.run();
  };
  new IntersectionObserver((entries) => {
    onScreen = entries[entries.length - 1]?.isIntersecting ?? true;
    follow();
  }).observe(embed);
  document.addEventListener("visibilitychange", follow);
  addEventListener("pageshow", follow);
  addEventListener("online", () => poller.pollNow());
  follow();
}
