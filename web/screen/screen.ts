import { ScreenWake } from "../browser/screen-wake.ts";
import { CountTexts } from "../embed/count-texts.ts";
import { type FetchedCount, fetchCount } from "../embed/fetch-count.ts";
import { english, type Language, languageOf } from "../embed/language.ts";
import { applyLanguage, applyLooks } from "../embed/looks.ts";
import { isReconnecting } from "../embed/poll-schedule.ts";
import { Poller } from "../embed/poller.ts";
import { type Moment, type News, newestOf, newsOf } from "./news.ts";
import { screenLooksOf } from "./screen-looks.ts";
import { ScreenPanel } from "./screen-panel.ts";
import { screenView } from "./screen-view.ts";

// Everything is wired here: the clocks, the random source, the page and its visibility.

/** Between two looks at the clock, in milliseconds. */
const tickMs = 500;

/** Longer than from one request to the next, whatever fails: later, polling is begun anew. */
const silenceMs = 60_000;

/** The device may take its promise to stay awake back at any time. */
const wakeMs = 30_000;

const root = document.querySelector<HTMLElement>(".screen");
if (root) start(root);
document.body.dataset.begun = "";

function start(root: HTMLElement): void {
  const looks = screenLooksOf(new URLSearchParams(location.search));
  applyLooks(looks);
  if (looks.arrow !== undefined) root.dataset.arrow = looks.arrow;
  let texts = new CountTexts(looks.language ?? english);
  const panel = new ScreenPanel(root);
  // In a frame, such as a preview, the page around it decides.
  const wake = window.top === window ? new ScreenWake() : undefined;
  const sessionId = location.pathname.split("/")[2] ?? "";
  const now = (): Moment => ({ monotonicMs: performance.now(), wallMs: Date.now() });
  let sent = now();
  let heardMs = performance.now();
  let news: News | undefined;
  let isEnded = false;
  let isCut = false;

  /** The organization's language, which may change while the screen is on. */
  const speak = (language: Language) => {
    if (texts.messages === language.messages) return;
    texts = new CountTexts(language);
    applyLanguage(language);
  };

  const show = () => panel.show(screenView({ news, isEnded, isCut, now: now() }, { looks, texts }));

  const onFetched = (fetched: FetchedCount, failures: number) => {
    heardMs = performance.now();
    isCut = isReconnecting(failures);
    isEnded = fetched.result === "ended" || (isEnded && fetched.result === "failed");
    if (fetched.result === "received") {
      const { counter: count, ageMs, clock } = fetched;
      if (looks.language === undefined) speak(languageOf(count.language));
      const heard = newsOf({ count, sent, ageMs, serviceMs: clock.serviceMs });
      news = newestOf(heard, news, now());
    }
    // The last number of what is no longer shared must not come back.
    if (isEnded) news = undefined;
    show();
  };

  const source = `/embed/${sessionId}/count`;
  const poller = new Poller({
    fetchCount(signal) {
      sent = now();
      return fetchCount({ source, signal, now: () => sent.wallMs, cache: "no-store" });
    },
    onFetched,
    random: Math.random,
  });

  const follow = () => {
    show();
    if (document.visibilityState === "visible") {
      poller.run();
      void wake?.keep();
    } else {
      poller.pause();
    }
  };
  document.addEventListener("visibilitychange", follow);
  addEventListener("pageshow", follow);
  for (const change of ["online", "offline"]) addEventListener(change, () => poller.pollNow());
  setInterval(() => {
    show();
    if (isEnded || performance.now() - heardMs < silenceMs) return;
    heardMs = performance.now();
    poller.pollNow();
  }, tickMs);
  setInterval(() => void wake?.keep(), wakeMs);
  follow();
}
