import type { CDPSession, Page } from "playwright-core";

/** What a person does on a page: each gesture is measured by itself. */
export interface Gesture {
  name: string;
  make(page: Page): Promise<void>;
}

interface Observed {
  /** From the start of the slowest event of each interaction to the next paint, in milliseconds. */
  slowest: number;
  shift: number;
}

/** Tells how long a page takes to answer gestures, on a processor that is so many times slower. */
export async function observedPage(page: Page, slowdown: number) {
  await page.addInitScript(observe);
  const session = await page.context().newCDPSession(page);
  return {
    /** In milliseconds; what the browser does not report takes less than the 16 ms of a frame. */
    async timeOf({ make }: Gesture): Promise<number> {
      await painted(page);
      await slowed(session, slowdown);
      await page.evaluate(() => globalThis.observed.restart());
      await make(page);
      await painted(page);
      await slowed(session, 1);
      return Math.max(16, (await observedOn(page)).slowest);
    },
    /** The sum of all layout shifts that no gesture has caused, since the page was opened. */
    shift: async () => (await observedOn(page)).shift,
  };
}

async function slowed(session: CDPSession, rate: number): Promise<void> {
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/** The browser reports an event after the paint that follows it. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))),
      ),
  );
}

function observedOn(page: Page): Promise<Observed> {
  return page.evaluate(() => ({
    slowest: globalThis.observed.slowest,
    shift: globalThis.observed.shift,
  }));
}

function observe(): void {
  const observed = {
    ...{ slowest: 0, shift: 0 },
    restart() {
      observed.slowest = 0;
    },
  };
  globalThis.observed = observed;
  const observing = (type: string, see: (entry: Seen) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) see(entry as Seen);
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  observing("event", ({ interactionId, duration }) => {
    if (interactionId > 0) observed.slowest = Math.max(observed.slowest, duration);
  });
  observing("layout-shift", ({ hadRecentInput, value }) => {
    if (!hadRecentInput) observed.shift += value;
  });
}

/** Both kinds of entries, which TypeScript does not know. */
interface Seen extends PerformanceEntry {
  interactionId: number;
  hadRecentInput: boolean;
  value: number;
}

declare global {
  var observed: Observed & { restart(): void };
}
