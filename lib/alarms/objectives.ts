import { Duration } from "aws-cdk-lib";

/** What the service promises of one surface, over 30 days. */
export interface Objective {
  name: string;
  /** Percent of what `promise` counts. */
  target: number;
  promise: string;
}

/** Every objective, in the order in which docs/operators/alarms.md and the dashboard show them. */
export const objectives = {
  readApi: {
    name: "Read API",
    target: 99.9,
    promise: "of requests get a response other than 5xx",
  },
  site: {
    name: "Site",
    target: 99.9,
    promise: "of requests that the CDN does not serve itself get a response other than 5xx",
  },
  console: {
    name: "Console",
    target: 99.9,
    promise: "of requests, those that count among them, get a response other than 5xx",
  },
  counting: {
    name: "Counting",
    target: 99.9,
    promise:
      "of requests with taps or undos are answered: neither 5xx nor refused by the API's own limit",
  },
  deliveries: {
    name: "Age of deliveries",
    target: 99,
    promise: "of first attempts at prompt endpoints begin within 5 s of the count",
  },
} satisfies Record<string, Objective>;

/** A window of time, and how many failures it must have: the ratio of a few requests is chance. */
export interface BurnWindow {
  length: Duration;
  atLeast: number;
}

/**
 * A page: at this multiple of the rate that an objective allows, its budget of 30 days is used up in two. The short
 * window ends the alarm soon after the failures have ended (Google, The Site Reliability Workbook, chapter 5).
 */
export const fastBurn: { rate: number; windows: BurnWindow[] } = {
  rate: 14.4,
  windows: [
    { length: Duration.hours(1), atLeast: 10 },
    { length: Duration.minutes(5), atLeast: 3 },
  ],
};

/** A ticket: at this multiple, the budget of 30 days is used up in five. */
export const slowBurn: { rate: number; window: BurnWindow } = {
  rate: 6,
  window: { length: Duration.hours(6), atLeast: 10 },
};

/** The share of failures above which an objective is missed this many times over. */
export function shareAt(rate: number, { target }: Objective): number {
  return Number(((rate * (100 - target)) / 100).toFixed(6));
}
