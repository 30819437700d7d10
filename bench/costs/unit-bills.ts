import { type Line, line, sumOf } from "../webhooks/dollars.ts";
import { listPrices } from "../webhooks/list-prices.ts";
import type { Measured } from "./measured.ts";

/** What cannot be measured here, or is no row of the performance page. */
const assumed = {
  memoryGigabytes: 1,
  /** Of a request on AWS; the longest list takes 10,000 counters from DynamoDB in three calls. */
  seconds: { short: 0.03, listOf1000: 0.1, listOf10000: 0.8 },
  /** A line for the request and one for its metrics. */
  logBytes: 900,
  /** A response's headers; a counter; a list of 1,000 and of 10,000, and 100 events, with gzip. */
  sentBytes: { headers: 800, counter: 400, listOf1000: 23_000, listOf10000: 230_000, page: 3_000 },
  /** An embed's poll, from `npm run bench -- embed`: the body, and headers that HTTP/2 compresses. */
  pollBytes: 500,
  /** What a list of live numbers of 30 rows reads, and its session; asked every two seconds. */
  consoleReads: 33,
};

/** A look each second while somebody counts, which is assumed for half of the time, and else every two. */
export const looksPerPhoneHour = 2_700;

export interface UnitBills {
  /** Dollars for one of each. */
  read: { counter: number; list10: number; list1000: number; list10000: number; page: number };
  tap: { alone: number; in25: number };
  /** An hour of a phone's counting page that somebody can see. */
  phoneHour: number;
  /** An hour of a console's list of counters that is open. */
  consoleHour: number;
  viewerHour: number;
  /** An hour in which an embed is watched, whoever watches it, for each cache. */
  watchedHour: number;
  delivery: { alone: number; in10: number };
  /** Evaluating a count of a counter in a group with alerts. */
  watchedCount: { alone: number; together: number };
}

/** The price of one of each, from the measured counts and the list prices. */
export function unitBills(measured: Measured): UnitBills {
  const { short, listOf1000, listOf10000 } = assumed.seconds;
  const { headers, counter, ...sent } = assumed.sentBytes;
  const api = (figure: string, seconds: number, bytes: number) => {
    const transfer = line("transfer", headers + bytes, listPrices.transferOut);
    return sumOf([...requestBill(measured.units(figure), seconds), transfer]);
  };
  const cdn = (units: Units) => sumOf([...requestBill(units, short), ...cdnBill(headers)]);
  const look = cdn(measured.units("a gate: a look at the number"));
  const deliveries = measured.bill("first try", "a million deliveries");
  const counts = measured.bill("group scope", "a million watched counts");
  const viewers = "viewers of a counter for an hour, through one cache: made / reached the service";
  const [, made = 0, reached = 0] = [0, ...measured.numbers(`1,000 ${viewers}`)];
  const poll = measured.units("capacity, poll that no cache holds");
  return {
    read: {
      counter: api("get", short, counter),
      list10: api("list of 10", short, counter * 3),
      list1000: api("list of 1000", listOf1000, sent.listOf1000),
      list10000: api("list of 10000", listOf10000, sent.listOf10000),
      page: api("history page of 100, newest end", short, sent.page),
    },
    tap: {
      alone: cdn(measured.units("a gate: a tap alone")),
      in25: cdn(measured.units("a gate: 25 taps in one request")) / 25,
    },
    phoneHour: looksPerPhoneHour * look,
    consoleHour: 1_800 * cdn({ written: 0, read: assumed.consoleReads }),
    viewerHour: (made / 1_000) * sumOf(cdnBill(assumed.pollBytes)),
    watchedHour: reached * sumOf(requestBill(poll, short)),
    delivery: { alone: deliveries.alone / 1e6, in10: deliveries.together / 1e6 },
    watchedCount: { alone: counts.alone / 1e6, together: counts.together / 1e6 },
  };
}

interface Units {
  written: number;
  read: number;
}

function requestBill({ written, read }: Units, seconds: number): Line[] {
  return [
    line("DynamoDB writes", written, listPrices.dynamodbWrite),
    line("DynamoDB reads", read, listPrices.dynamodbRead),
    line("HTTP API", 1, listPrices.httpApiRequest),
    line("Lambda requests", 1, listPrices.lambdaRequest),
    line("Lambda", seconds * assumed.memoryGigabytes, listPrices.lambdaDuration),
    line("logs", assumed.logBytes, listPrices.logsIngestion),
    line("logs, kept", assumed.logBytes, listPrices.logsStorage),
  ];
}

function cdnBill(bytes: number): Line[] {
  return [
    line("CloudFront", 1, listPrices.cdnRequest),
    line("transfer", bytes, listPrices.cdnTransfer),
  ];
}
