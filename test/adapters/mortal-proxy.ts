import { outputs } from "../system/service.ts";
import { type Fault, faultProxy } from "./fault-proxy.ts";

/** How a process loses DynamoDB for good: what becomes of its last write. */
export const deaths: [string, Fault][] = [
  ["dies before a write", { error: "AccessDeniedException" }],
  ["dies after a write, whose response it does not see", "lose the response"],
];

const refused = { error: "AccessDeniedException" };

/** DynamoDB for one process at a time, which may die at any of its writes. */
export async function mortalProxy() {
  let writes = 0;
  let last = Number.POSITIVE_INFINITY;
  let death: Fault | undefined;
  const own = new Set<string>();
  const others = new Set<string>();
  const proxy = await faultProxy(({ operation, input, invocationId }) => {
    // The SDK repeats what a dead process has sent.
    if (others.has(invocationId) || writes >= last) return refused;
    own.add(invocationId);
    // Not every request is counted against a limit.
    const isLimit = input.TableName === outputs.RateLimitsTable;
    if (isLimit || !/^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(operation))
      return undefined;
    writes += 1;
    return writes === last ? death : undefined;
  });

  function begin(diesAt = Number.POSITIVE_INFINITY): void {
    for (const id of own) others.add(id);
    own.clear();
    writes = 0;
    last = diesAt;
  }

  return {
    endpoint: proxy.endpoint,
    close: proxy.close,

    /**
     * Does the same again and again, in processes of which each dies a write later than the one before,
     * until one succeeds. Returns how many died.
     */
    async untilOneSurvives(fate: Fault, succeeds: () => Promise<boolean>): Promise<number> {
      death = fate;
      for (let diesAt = 1; diesAt <= 100; diesAt += 1) {
        begin(diesAt);
        const hasSucceeded = await succeeds();
        begin();
        if (hasSucceeded) return diesAt - 1;
      }
      throw new Error("it never succeeds");
    },
  };
}
