import { existsSync, readFileSync } from "node:fs";
import type { EnvironmentPool } from "local-aws";

/** What CloudWatch Logs adds to each line that it is sent. */
const addedToLine = 26;

/** Returns what functions have written to their logs since, in the bytes that CloudWatch charges. */
export function loggedBytes(pools: EnvironmentPool[]): () => number {
  const logs = () => pools.map(logOf);
  const before = logs();
  return () => {
    const log = Buffer.concat(logs().map((all, index) => all.subarray(before[index]?.length)));
    const lines = log.toString().split("\n").length - 1;
    return log.length + lines * addedToLine;
  };
}

/** A function that was never invoked has no log. */
function logOf({ logFile }: EnvironmentPool): Buffer {
  return existsSync(logFile) ? readFileSync(logFile) : Buffer.of();
}
