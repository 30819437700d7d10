import { App } from "aws-cdk-lib";
import { expect, test } from "vitest";
import { makeVersionTrial } from "../../core/operations/version-trial.ts";
import { allFunctions } from "../../lambdas/functions/functions.ts";
import { configurationOf } from "../../lib/configuration.ts";
import { context } from "../lib/synthesized.ts";
import { VirtualTime } from "./virtual-time.ts";

/** How many of the functions CodeDeploy has a hook for. */
const shifted = allFunctions.length - 1;

/** In milliseconds: cold starts, and calls within the region. */
const lasts = { hookStart: 500, call: 50, versionStart: 800, request: 100 };

class Throttled extends Error {}

/** An account's concurrent executions. */
class Account {
  readonly #time: VirtualTime;
  readonly #limit: number;
  #running = 0;

  constructor(time: VirtualTime, limit: number) {
    this.#time = time;
    this.#limit = limit;
  }

  async run(work: () => Promise<unknown>): Promise<void> {
    if (this.#running === this.#limit) throw new Throttled();
    this.#running += 1;
    try {
      await work();
    } finally {
      this.#running -= 1;
    }
  }

  /** Of an asynchronous invocation, whose retries Lambda spaces from 1 s to 5 minutes. */
  async runEventually(work: () => Promise<unknown>): Promise<void> {
    for (let pauseMs = 1_000; ; pauseMs = Math.min(2 * pauseMs, 300_000)) {
      try {
        return await this.run(work);
      } catch (error) {
        if (!(error instanceof Throttled)) throw error;
        await this.#time.sleep(pauseMs);
      }
    }
  }
}

/** Deploys a new version of everything while five requests a second arrive, for 75 s. */
async function deployWhileUsed({ limit, isGradual }: { limit: number; isGradual: boolean }) {
  const time = new VirtualTime();
  const account = new Account(time, limit);
  const seen = { refused: 0, requests: 0, tried: 0 };
  const tryOne = async () => {
    await time.sleep(lasts.hookStart);
    const { result } = await makeVersionTrial(
      {
        async target() {
          await time.sleep(2 * lasts.call);
          return { functionName: "one", version: "2" };
        },
        async invoke() {
          await account.run(() => time.sleep(lasts.versionStart));
          return {};
        },
        refusalIn: (error) => (error instanceof Throttled ? "throttled" : undefined),
        now: () => time.nowMs,
        wait: (ms) => time.sleep(ms),
      },
      "d-1",
    );
    if (result === "responded") seen.tried += 1;
    await time.sleep(lasts.call);
  };
  const hooks = Array.from({ length: isGradual ? shifted : 0 }, () =>
    account.runEventually(tryOne),
  );
  const requests = Array.from({ length: 375 }, async (_, index) => {
    await time.sleep(200 * index);
    seen.requests += 1;
    await account.run(() => time.sleep(lasts.request)).catch(() => (seen.refused += 1));
  });
  await time.runAll(100_000);
  await Promise.all([...hooks, ...requests]);
  return seen;
}

function isGradualAt(limit: number): boolean {
  const app = new App({ context: { ...context, lambdaConcurrency: String(limit) } });
  return configurationOf(app.node).deployment === "gradual";
}

test.each([
  [10, false],
  [99, false],
  [100, true],
  [1_000, true],
])("with %d concurrent executions a deployment refuses no request", async (limit, isGradual) => {
  expect(isGradualAt(limit)).toBe(isGradual);
  const { refused, tried } = await deployWhileUsed({ limit, isGradual: isGradualAt(limit) });
  expect({ refused, tried }).toEqual({ refused: 0, tried: isGradual ? shifted : 0 });
});

test("hooks that find no room make room again within seconds", async () => {
  const { refused } = await deployWhileUsed({ limit: 10, isGradual: true });
  expect(refused).toBeLessThan(40);
});
