import { type Line, line, sumOf } from "../webhooks/dollars.ts";
import { listPrices } from "../webhooks/list-prices.ts";
import type { Customer } from "./customers.ts";
import { canaryBill, fixedBill } from "./fixed-costs.ts";
import type { Measured } from "./measured.ts";
import { looksPerPhoneHour, type UnitBills } from "./unit-bills.ts";

const assumed = {
  /** What DynamoDB adds to an item when it charges for storage. */
  itemBytes: 100,
  /** An idempotency key, kept for 30 days. */
  idempotencyKeyBytes: 150,
  /** Routes that people at work use; each reports three metrics while it is used. */
  routes: { atWork: 30, metrics: 3 },
  /** How many requests have taps, while there are any. */
  tapMetrics: 1,
  /** Metrics of the webhooks, and of the read API's list, which is read all the time. */
  lastingMetrics: 8 + 3,
  hoursOfMonth: 720,
  rulesOfWebAcl: 3,
  consoleRequestsPerHour: 1_800,
  freePeople: 10_000,
};

/** Dollars of a month by what they are for, in the order of the table. */
export function monthOf(customer: Customer, units: UnitBills, measured: Measured) {
  const { taps, sharedTaps, reads, viewerHours, watchedHours } = customer;
  const { read, tap, delivery, watchedCount } = units;
  // Taps that travel together are also delivered and evaluated together.
  const mixed = (alone: number, together: number) =>
    sharedTaps * together + (1 - sharedTaps) * alone;
  const events = eventBytes(measured);
  return {
    taps: taps * mixed(tap.alone, tap.in25),
    "open counting pages": customer.phoneHours * units.phoneHour,
    "read API":
      reads.counter * read.counter +
      reads.list * listPrice(customer, units) +
      reads.page * read.page,
    webhooks: taps * customer.endpoints * mixed(delivery.alone, delivery.in10),
    alerts: customer.watched ? taps * mixed(watchedCount.alone, watchedCount.together) : 0,
    embeds: viewerHours * units.viewerHour + watchedHours * units.watchedHour,
    console: customer.consoleHours * units.consoleHour,
    "sign-in": sumOf(signInBill(customer)),
    "history of a year, kept and recoverable": sumOf(storageBill(12 * taps * events)),
    "idempotency keys of 30 days": sumOf(
      storageBill(taps * (assumed.idempotencyKeyBytes + assumed.itemBytes)),
    ),
    "alarms, dashboard, key, secrets, idle queues": sumOf(fixedBill()),
    "metrics of routes and webhooks": sumOf(metricsBill(customer)),
    "canary, beside its alarms and its secret": sumOf(canaryBill()),
    "web ACLs": sumOf(webAclBill(customer)),
  };
}

/** By a straight line between the lists that were measured. */
function listPrice({ counters }: Customer, { read }: UnitBills): number {
  const share = Math.max(0, counters - 10) / 990;
  return read.list10 + share * (read.list1000 - read.list10);
}

/** A page of 100 events is measured in units of 4 KB, so this is the most that an event can take. */
function eventBytes(measured: Measured): number {
  const { read } = measured.units("history page of 100, newest end");
  // One of the units is the counter.
  return ((read - 1) * 4_096) / 100 + assumed.itemBytes;
}

function storageBill(bytes: number): Line[] {
  return [
    line("kept", bytes, listPrices.dynamodbStorage),
    line("recoverable", bytes, listPrices.dynamodbRecovery),
  ];
}

function signInBill({ people }: Customer): Line[] {
  const paid = Math.max(0, people - assumed.freePeople);
  return [line("user pool", paid, listPrices.userPoolPerson)];
}

function metricsBill({ openHours }: Customer): Line[] {
  const { atWork, metrics } = assumed.routes;
  const share = openHours / assumed.hoursOfMonth;
  const atTimes = (atWork * metrics + assumed.tapMetrics) * share;
  return [line("metrics", assumed.lastingMetrics + atTimes, listPrices.metric)];
}

/** Web ACLs in front of site and console see every request there. */
function webAclBill(customer: Customer): Line[] {
  const { webAcls, phoneHours, consoleHours, viewerHours, taps } = customer;
  if (webAcls === 0) return [];
  const console =
    phoneHours * looksPerPhoneHour + consoleHours * assumed.consoleRequestsPerHour + taps;
  const site = viewerHours * 2_011;
  return [
    line("web ACLs", webAcls, listPrices.webAcl),
    line("rules", webAcls * assumed.rulesOfWebAcl, listPrices.webAclRule),
    line("requests", console + site, listPrices.webAclRequest),
  ];
}
