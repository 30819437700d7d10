import { keptAttempts } from "../../../core/webhooks/deliver.ts";
import { contractRetryDelays } from "../../../core/webhooks/retry-schedule.ts";
import { largestSkewMs, type Post, type World } from "./world.ts";

const finalStates = ["delivered", "stopped", "failed", "cancelled", "paused"];

/** What does not hold at the end of a simulated run, in words; empty when all is well. */
export function brokenInvariants(world: World, deliveries: string[]): string[] {
  return deliveries.flatMap((deliveryId) => {
    const posts = world.posts.filter((post) => post.deliveryId === deliveryId);
    const schedules = bySchedule(posts, world.restarts.get(deliveryId) ?? []);
    return [
      ...lost(world, deliveryId),
      ...schedules.flatMap(parallelRetries),
      ...schedules.flatMap((own, index) => duplicated(own, { claimed: index > 0 })),
      ...schedules.flatMap(early),
      ...changed(posts),
      ...sentInPause(world, posts),
      ...heldBackInVain(world, deliveryId),
      ...sentTwiceByOneRun(world, deliveryId, posts),
      ...costly(world, deliveryId, posts),
    ].map((what) => `${deliveryId}: ${what}`);
  });
}

/** The posts of each schedule: the first, and one for each time that an operator began anew. */
function bySchedule(posts: Post[], restarts: number[]): Post[][] {
  const begins = [Number.NEGATIVE_INFINITY, ...restarts];
  return begins.map((beginMs, index) => {
    const endMs = begins[index + 1] ?? Number.POSITIVE_INFINITY;
    return posts.filter(({ startedMs }) => startedMs >= beginMs && startedMs < endMs);
  });
}

/** 1. Nothing is lost: every delivery ends, unless its endpoint is gone. */
function lost(world: World, deliveryId: string): string[] {
  const record = world.records.get(deliveryId);
  if (record === undefined) return world.isGone(deliveryId) ? [] : ["was never recorded"];
  if (!finalStates.includes(record.state)) return [`came to rest as ${record.state}`];
  const numbers = record.attempts.map(({ attempt }) => attempt);
  const begun = 1 + (world.restarts.get(deliveryId)?.length ?? 0);
  // Of many attempts only the newest are kept, so the list may begin anywhere.
  const before = (index: number) =>
    numbers[index - 1] ?? (numbers.length < keptAttempts ? 0 : null);
  const follows = (number: number, index: number) => {
    const previous = before(index);
    return number === 1 || previous === null || number === previous + 1;
  };
  const inOrder =
    numbers.every(follows) && numbers.filter((number) => number === 1).length <= begun;
  return inOrder ? [] : [`recorded its attempts as ${numbers.join(", ")}`];
}

/** 2. One chain: an attempt never starts while a later one has started already. */
function parallelRetries(posts: Post[]): string[] {
  const inTime = posts.toSorted((a, b) => a.startedMs - b.startedMs);
  const back = inTime.find((post, index) => post.attempt < (inTime[index - 1]?.attempt ?? 0));
  return back === undefined ? [] : [`attempt ${back.attempt} began after a later one`];
}

/** 3. The same attempt is sent twice only after a crash, or when its first message came twice. */
function duplicated(posts: Post[], { claimed }: { claimed: boolean }): string[] {
  const byAttempt = Map.groupBy(posts, ({ attempt }) => attempt);
  return [...byAttempt].flatMap(([attempt, same]) => {
    const unexplained = same.filter(({ crashed }) => !crashed).length;
    const most = attempt === 1 && !claimed && overlap(same) ? same.length : 1;
    return unexplained > most ? [`attempt ${attempt} was sent ${same.length} times`] : [];
  });
}

function overlap(posts: Post[]): boolean {
  const slackMs = 100;
  return posts.some((one) =>
    posts.some((other) => {
      const between = other.startedMs >= one.startedMs && other.startedMs <= one.endedMs + slackMs;
      return one !== other && between;
    }),
  );
}

/** 4. A retry is not sent earlier than its wait after the attempt that failed. */
function early(posts: Post[]): string[] {
  const retries = posts.filter(({ attempt }) => attempt > 1);
  return retries.flatMap(({ attempt, startedMs }) => {
    const before = posts.filter((post) => post.attempt === attempt - 1);
    const firstEndMs = Math.min(...before.map(({ endedMs }) => endedMs));
    const waitMs = (contractRetryDelays[attempt - 2] ?? 0) * 1_000 - 2 * largestSkewMs;
    return startedMs < firstEndMs + waitMs ? [`attempt ${attempt} was sent too early`] : [];
  });
}

/** Between a look at the endpoint and what follows from it. */
const slackMs = 150;

/** 6. Nothing begins in a pause, but for what had seen the endpoint before. */
function sentInPause(world: World, posts: Post[]): string[] {
  const inPause = ({ startedMs }: Post) =>
    world.endpoint.paused.some(
      ({ fromMs, toMs }) => startedMs > fromMs + slackMs && startedMs < toMs,
    );
  return posts.filter(inPause).map(({ attempt }) => `attempt ${attempt} was sent in a pause`);
}

/** 7. A delivery ends as paused only in a pause, and until a recovery after it sends it. */
function heldBackInVain(world: World, deliveryId: string): string[] {
  const endedMs = world.heldBack.get(deliveryId);
  if (endedMs === undefined) return [];
  const inPause = world.endpoint.paused.some(
    ({ fromMs, toMs }) => endedMs >= fromMs && endedMs <= toMs + slackMs,
  );
  const isLeft = world.records.get(deliveryId)?.state === "paused";
  return [
    ...(inPause ? [] : ["ended as paused outside a pause"]),
    ...(isLeft && endedMs + slackMs < world.recoveredFromMs ? ["was not recovered"] : []),
  ];
}

/** 8. One run of sending what waits restarts no delivery again once it has sent it. */
function sentTwiceByOneRun(world: World, deliveryId: string, posts: Post[]): string[] {
  // A run that outlasts a pause also sends what the pause held back.
  if (world.heldBack.has(deliveryId)) return [];
  const twice = world.runs.some((run) => {
    const own = run.filter((restart) => restart.deliveryId === deliveryId);
    return own.slice(1).some(({ atMs }, index) => {
      const beforeMs = own[index]?.atMs ?? 0;
      // A POST may be under way without a claim that anybody could see; the record knows of others.
      return posts.some(({ startedMs, endedMs, crashed }) => {
        return !crashed && startedMs >= beforeMs && endedMs < atMs;
      });
    });
  });
  return twice ? ["was sent twice by one run"] : [];
}

function changed(posts: Post[]): string[] {
  return new Set(posts.map(({ body }) => body)).size > 1 ? ["was sent with another body"] : [];
}

/** 5. A first-try success without any fault or pause costs one write. */
function costly(world: World, deliveryId: string, posts: Post[]): string[] {
  const record = world.records.get(deliveryId);
  const simple = posts.length === 1 && record?.state === "delivered" && world.crashes === 0;
  const writes = world.writes.get(deliveryId) ?? 0;
  const heldBack = world.heldBack.has(deliveryId);
  return simple && !heldBack && !world.repeated && writes !== 1 ? [`took ${writes} writes`] : [];
}
