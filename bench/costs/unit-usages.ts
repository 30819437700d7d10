import { waitMs } from "../../web/embed/poll-schedule.ts";
import type { Result } from "../report/results.ts";
import { sum, times, type Usage, usageOf } from "./usage.ts";

/** What cannot be measured here, or is no figure of a benchmark. */
const assumed = {
  memoryGigabytes: 1,
  /** Of a request on AWS; the longest list takes 10,000 counters from DynamoDB in three calls. */
  seconds: { short: 0.03, listOf1000: 0.1, listOf10000: 0.8 },
  /** Of the HTTP API's access log; what functions log is measured. */
  accessLogBytes: 300,
  /** A response's headers; a counter; a list of 1,000 and of 10,000, and 100 events, with gzip. */
  sentBytes: { headers: 800, counter: 400, listOf1000: 23_000, listOf10000: 230_000, page: 3_000 },
  /** An embed's poll: the body, and headers that HTTP/2 compresses. */
  pollBytes: 500,
  /** Between a viewer and the CDN, there and back. */
  toCdnMs: 40,
  /** How long a cache may hold a poll's response. */
  heldSeconds: 1,
  /** What a list of live numbers of 30 rows reads, and its session; asked every two seconds, logged as a look. */
  consoleReads: 33,
};

/** A look each second while a person counts, which is assumed for half of the time, and else every two. */
export const looksPerGateHour = 2_700;
export const requestsPerConsoleHour = 1_800;

/** By the embed's own schedule, on average, while it is visible. */
export const pollsPerViewerHour = 3_600_000 / (waitMs("received", 0, 0.5) + assumed.toCdnMs);
/** At most: one for each time that what a cache holds has run out. */
const requestsPerEmbedHour = 3_600 / assumed.heldSeconds;

export type UnitUsages = ReturnType<typeof unitUsages>;

/** What one of each takes, from what was measured. */
export function unitUsages(results: Result[]) {
  const { short, listOf1000, listOf10000 } = assumed.seconds;
  const { headers, counter, ...sent } = assumed.sentBytes;
  const read = (name: string, seconds: number, bytes: number) =>
    sum(request(usageOf(results, name), seconds), { transferOut: headers + bytes });
  const gate = (name: string) => throughCdn(usageOf(results, `a gate: ${name}`), headers);
  const { logsIngestion: lookLog = 0 } = usageOf(results, "a member: a look at the number");
  const poll = usageOf(results, "an embed: a poll that no cache holds");
  return {
    read: {
      counter: read("get", short, counter),
      list10: read("list of 10", short, counter * 3),
      list1000: read("list of 1000", listOf1000, sent.listOf1000),
      list10000: read("list of 10000", listOf10000, sent.listOf10000),
      page: read("history page of 100", short, sent.page),
    },
    /** A request to the read API that looks well, and whose key does not exist. */
    madeUpKey: read("refused: unknown key (401)", short, 0),
    tap: { alone: gate("a tap alone"), in25: times(1 / 25, gate("25 taps in one request")) },
    /** An hour of a phone's counting page that a person can see. */
    gateHour: times(looksPerGateHour, gate("a look at the number")),
    /** An hour of a console's list of counters that is open. */
    consoleHour: times(
      requestsPerConsoleHour,
      throughCdn({ dynamodbRead: assumed.consoleReads, logsIngestion: lookLog }, headers),
    ),
    viewerHour: times(pollsPerViewerHour, sentByCdn(assumed.pollBytes)),
    /** An hour in which an embed is watched, whoever watches it, for each cache. */
    embedHour: times(requestsPerEmbedHour, request(poll, short)),
    delivery: {
      alone: usageOf(results, "first try, alone"),
      inTens: usageOf(results, "first try, in tens"),
    },
    /** Evaluating a count of a counter in a group with alerts. */
    evaluation: {
      alone: usageOf(results, "group scope, alone"),
      together: usageOf(results, "group scope, together"),
    },
  };
}

function request(units: Usage, seconds: number): Usage {
  return sum(units, {
    httpApiRequest: 1,
    lambdaRequest: 1,
    lambdaDuration: seconds * assumed.memoryGigabytes,
    logsIngestion: assumed.accessLogBytes,
    logsStorage: assumed.accessLogBytes + (units.logsIngestion ?? 0),
  });
}

function throughCdn(units: Usage, bytes: number): Usage {
  return sum(request(units, assumed.seconds.short), sentByCdn(bytes));
}

function sentByCdn(bytes: number): Usage {
  return { cdnRequest: 1, cdnTransfer: bytes };
}
