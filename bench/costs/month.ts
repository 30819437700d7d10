import { figuresOf, type Result } from "../report/results.ts";
import { canaryUsage, fixedUsage } from "./fixed-costs.ts";
import type { Inputs } from "./inputs.ts";
import { mailsUsage } from "./mails.ts";
import {
  looksPerGateHour,
  pollsPerViewerHour,
  requestsPerConsoleHour,
  type UnitUsages,
  unitUsages,
} from "./unit-usages.ts";
import { sum, times, type Usage } from "./usage.ts";

const assumed = {
  /** What DynamoDB adds to an item when it charges for storage. */
  itemBytes: 100,
  /** An idempotency key, kept for 30 days. */
  idempotencyKeyBytes: 150,
  /** Metrics that routes report while people are at work: three for each of 30, and one of taps. */
  metricsAtWork: 30 * 3 + 1,
  /** Metrics of the webhooks, and of the read API's list, which is read all the time. */
  lastingMetrics: 8 + 3,
  hoursOfMonth: 720,
  rulesOfWebAcl: 3,
  freePeople: 10_000,
};

/** What a month takes, by what it is for. */
export function monthOf(inputs: Inputs, results: Result[]): Record<string, Usage> {
  const { taps, together, gates, gateHours, consoleHours, viewerHours } = inputs;
  const units = unitUsages(results);
  // Taps that travel together are also delivered and evaluated together.
  const mixed = (count: number, alone: Usage, shared: Usage) =>
    sum(times(count * (1 - together), alone), times(count * together, shared));
  const { tap, delivery, evaluation } = units;
  return {
    taps: mixed(taps, tap.alone, tap.in25),
    "open counting pages": times(gates * gateHours, units.gateHour),
    webhooks: mixed(inputs.deliveries, delivery.alone, delivery.inTens),
    alerts: mixed(inputs.evaluations, evaluation.alone, evaluation.together),
    "read API": times(inputs.polls, listUsage(inputs.counters, units)),
    embeds: sum(times(viewerHours, units.viewerHour), times(inputs.embedHours, units.embedHour)),
    console: times(consoleHours, units.consoleHour),
    mails: mailsUsage(inputs),
    "sign-in": { userPoolPerson: Math.max(0, inputs.people - assumed.freePeople) },
    "history of a year, kept and recoverable": kept(12 * taps * eventBytes(results)),
    "idempotency keys of 30 days": kept(taps * (assumed.idempotencyKeyBytes + assumed.itemBytes)),
    "alarms, dashboard, key, secrets, idle queues, starts of days": fixedUsage,
    "metrics of routes and webhooks": metricsUsage(inputs),
    "canary, without its alarms and its secret": canaryUsage,
    "web ACLs": webAclUsage(inputs),
  };
}

/** By a straight line through two of the lists that were measured. */
function listUsage(counters: number, { read }: UnitUsages): Usage {
  const share = Math.max(0, counters - 10) / 990;
  return sum(times(1 - share, read.list10), times(share, read.list1000));
}

/** A page of 100 events is measured in units of 4 KB, so this is the most that an event can take. */
function eventBytes(results: Result[]): number {
  const page = figuresOf(results, "units", "history page of 100");
  const units = page.find(({ unit }) => unit === "RCU")?.value ?? Number.NaN;
  // One of the units is the counter.
  return ((units - 1) * 4_096) / 100 + assumed.itemBytes;
}

function kept(bytes: number): Usage {
  return { dynamodbStorage: bytes, dynamodbRecovery: bytes };
}

/** CloudWatch charges a metric by the hour in which it has data. */
function metricsUsage({ gates, gateHours }: Inputs): Usage {
  const share = gates === 0 ? 0 : gateHours / assumed.hoursOfMonth;
  return { metric: assumed.lastingMetrics + assumed.metricsAtWork * share };
}

/** Web ACLs see every request at site and console. */
function webAclUsage(inputs: Inputs): Usage {
  const { taps, gates, gateHours, consoleHours, viewerHours, webAcls } = inputs;
  if (webAcls === 0) return {};
  return {
    webAcl: webAcls,
    webAclRule: webAcls * assumed.rulesOfWebAcl,
    webAclRequest:
      taps +
      gates * gateHours * looksPerGateHour +
      consoleHours * requestsPerConsoleHour +
      viewerHours * pollsPerViewerHour,
  };
}
