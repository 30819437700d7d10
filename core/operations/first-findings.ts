import { type Finding, fine, named, skipped, warning } from "./finding.ts";
import { type FirstPoint, type FirstPointName, firstPoints } from "./first-points.ts";

/** A point that a person has to look at. */
export function lookYourself(point: FirstPoint): Finding {
  const remedy = `use ${point.byHand}; ${remedyOf(point)}`;
  return { ...skipped(`check by hand ${point.open}`), remedy };
}

function remedyOf({ expected, otherwise }: FirstPoint): string {
  return `expected: ${expected}. Otherwise ${otherwise}`;
}

const orWarn = (isFine: boolean, sentence: string, name: FirstPointName): Finding =>
  isFine ? fine(sentence) : warning(sentence, remedyOf(firstPoints[name]));

/** `setting`: lambdaConcurrency; undefined for versions that did not say so. */
export function judgeConcurrency(limit: number, setting: string | undefined): Finding {
  const sentence = `the account has ${limit} concurrent executions, and lambdaConcurrency is ${setting}`;
  return orWarn(Number(setting) <= limit, sentence, "concurrency");
}

/** `names`: of functions and queues, which CloudFormation has named. */
export function judgeNames(names: string[], stackName: string): Finding {
  const begin = stackName.slice(0, 24);
  const others = names.filter((name) => !name.startsWith(begin));
  const found = others.length === 0 ? "all" : `all but ${named(others)}`;
  const sentence = `of ${names.length} functions and queues, ${found} begin with ${begin}`;
  return orWarn(names.length > 0 && others.length === 0, sentence, "names");
}

/** `refused`: the log groups with such a line, of all that were looked at. */
export function judgeRefusals(refused: string[], groups: number): Finding {
  const found =
    refused.length === 0
      ? `none of ${groups} log groups has`
      : `of ${groups} log groups, ${named(refused)} have`;
  const sentence = `${found} AccessDenied in the last hour`;
  return orWarn(groups > 0 && refused.length === 0, sentence, "permissions");
}

/** `countedAt`: ISO 8601, of the newest count; undefined where there is no canary. */
export function judgeCanary(countedAt: string | undefined, nowMs: number): Finding {
  if (countedAt === undefined) {
    return skipped("there is no canary, or it has not counted yet: run `npm run smoke` instead");
  }
  const isNew = nowMs - Date.parse(countedAt) <= 5 * 60_000;
  return orWarn(isNew, `the canary last counted at ${countedAt}`, "canary");
}

export function judgeCompression(url: string, encoding: string | null): Finding {
  const sentence = `the response from ${url} has Content-Encoding: ${encoding ?? "none"}`;
  return orWarn(encoding !== null, sentence, "compression");
}

/** Values of a metric that does not exist, with FILL. */
export function judgeFilled(values: number[]): Finding {
  const zeros = values.filter((value) => value === 0).length;
  const sentence = `FILL returned ${zeros} zeros for the last hour of a metric without data`;
  return orWarn(zeros >= 50, sentence, "filled-metrics");
}

export function judgeQueueCounts(received: number, deleted: number): Finding {
  const sentence = `the attempt queues report ${received} messages received and ${deleted} deleted`;
  const isClose = Math.abs(received - deleted) <= Math.max(3, received * 0.05);
  return orWarn(received > 0 && isClose, sentence, "queue-counts");
}

/** `isActive`: undefined where AWS does not list the tag. */
export function judgeCostTag(isActive: boolean | undefined): Finding {
  const state = isActive === undefined ? "not listed yet" : isActive ? "active" : "inactive";
  return orWarn(isActive === true, `the cost allocation tag "stack" is ${state}`, "cost-tag");
}

/** `pending`: tables whose warm throughput is not active yet. */
export function judgeWarmThroughput(pending: string[], tables: number): Finding {
  const found = pending.length === 0 ? "active" : `not active: ${named(pending)}`;
  const sentence = `looked at the warm throughput of ${tables} tables: ${found}`;
  return orWarn(pending.length === 0, sentence, "warm-throughput");
}

export function judgeHookThrottles(throttles: number): Finding {
  const sentence = `the hook of deployments was throttled ${throttles} times in the last day`;
  return orWarn(throttles === 0, sentence, "hook-throttles");
}

export function judgeRecursion(functionName: string, setting: string | undefined): Finding {
  const sentence = `Lambda's loop detection is set to ${setting} for ${functionName}`;
  return orWarn(setting === "Allow", sentence, "recursion");
}

/** A retry waits in SQS at first; the smoke test makes one that waits in Scheduler. */
export const noRetryYet =
  "no retry has waited in Scheduler in the last day; `npx counting smoke` makes one";

export function judgeScheduleRoles(attempts: number, errors: number): Finding {
  const sentence = `in the last day, Scheduler tried ${attempts} times and failed ${errors} times`;
  return orWarn(attempts > 0 && errors === 0, sentence, "schedule-roles");
}
