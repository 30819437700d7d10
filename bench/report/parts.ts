interface Part {
  title: string;
  /** What is measured and how to read it. */
  about: string;
  /** The figures that docs/operators/performance.md shows, beside what misses its target; the file has all. */
  shown: string[];
}

/** The parts of the benchmarks, in the order in which they run and are shown. */
export const parts = {
  "round-trips": {
    title: "Round trips of the read API",
    about: `Warm calls of the built handlers, with 25 ms in front of every call to DynamoDB, against one bare GetItem; and the CPU
time of a warm call without them.`,
    shown: [
      ...["list of 10", "get", "history of 100"].map(
        (name) => `${name}: a warm call against one bare GetItem`,
      ),
      "get-counter: warm CPU time against a bare handler with the same two calls, logger and metrics",
    ],
  },
  "cold-load": {
    title: "Cold starts",
    about: `Loading a function's bundle in a fresh process, against a bare DynamoDB client with Powertools' logger and metrics, bundled alike.`,
    shown: [
      ...["get-counter", "dispatch-events", "deliver-webhook"].map(
        (name) => `${name}: cold load against a bare client, logger and metrics`,
      ),
      "get-counter: bundle",
    ],
  },
  "big-list": {
    title: "The longest list",
    about: `10,000 counters in one response, which Lambda limits to 6.29 MB.`,
    shown: [
      "10000 counters, names of 20 characters, with gzip: memory of the function",
      "10000 counters, names of 20 characters, with gzip: time of a list",
      "10000 counters, names of 200 characters, no Accept-Encoding: result of the function",
    ],
  },
  taps: {
    title: "Taps",
    about: `20 gates on one counter, 25 taps in a request; 16 tappers without phones and functions, on one counter and on one each.
Phones, functions and emulator share two cores. The limit on AWS is
[500 taps a second](costs.md#how-many-taps-a-counter-takes).`,
    shown: [
      "20 gates on one counter, 25 taps a request",
      "20 gates on one counter: lost or doubled",
      "from one phone's tap to another phone's number, asked for once a second, worst",
      "16 tappers on 1 counter",
      "16 tappers on 16 counters",
    ],
  },
  latency: {
    title: "Latency of webhooks and alerts",
    about: `From the commit of a count to its arrival at the receiver. Of a group's five alerts one fires at every tap up of an
alternating stream, and one endpoint receives both events: an alert passes one stream and one function more.`,
    shown: [
      "webhooks at 50 a second: p50",
      "webhooks at 50 a second: p99",
      "webhooks at 200 a second: lost",
      "alerts at 50 a second: p50 against the webhooks of the same taps",
      "alerts at 50 a second: lost",
    ],
  },
  "webhook-throughput": {
    title: "Throughput of webhooks",
    about: `What a delivery takes, alone and among many.`,
    shown: [
      "10 endpoints, many at once: deliveries",
      "10 endpoints, many at once: lost",
      "10 endpoints, many at once: CPU time of a delivery",
      "one at a time: CPU time of a delivery",
    ],
  },
  "webhooks-and-mail": {
    title: "Webhooks where people get mail",
    about: "Two stacks by turns, one with `mailFrom`; every second count fires an alert.",
    shown: [
      "webhooks of counts: p50, with mail against without",
      "webhooks of alerts: p50, with mail against without",
      "CPU time of a delivery, with mail against without",
      "figures that mail makes worse by more than noise",
    ],
  },
  "noisy-neighbour": {
    title: "Webhooks next to a receiver that hangs",
    about: `One endpoint's latency alone, and next to endpoints that hang. A laptop has at most 6 environments of a function for
each mapping; a deployment has 300 for first attempts with \`lambdaConcurrency\` at 1,000, and 2 by default. An endpoint
that begins to hang holds them all within 0.1 s; the first that looks into the queue again handles what waits.`,
    shown: [
      ...["one endpoint hangs", "ten endpoints of ten organizations hang"].map(
        (name) => `${name}: the other's p99 against alone`,
      ),
      ...["one endpoint begins", "ten endpoints of ten organizations begin"].map(
        (name) => `${name} to hang after 6 s: the other's p99`,
      ),
    ],
  },
  "killed-function": {
    title: "Webhooks of a function that is killed",
    about: `All environments of a function are killed at the same moment while events flow. What they held is received again when
its visibility timeout ends, after 28 s.`,
    shown: [
      ...["first attempts", "retries", "dispatching", "at an endpoint that hangs"].map(
        (name) => `${name}: wait over a kill, p99`,
      ),
      "first attempts: events lost",
    ],
  },
  units: {
    title: "Units",
    about: `What AWS charges for one of each, in its own units; [costs](costs.md) has the dollars. Lambda's GB-seconds are measured CPU
time on the share of a processor that 256 MB have, and assumed waits: 100 ms for the receiver, 5 ms for DynamoDB, 10 ms for SQS or
Scheduler.`,
    shown: [
      ...["get", "list of 10", "list of 10000"],
      ...["a tap alone", "25 taps in one request", "a look at the number"].map(
        (what) => `a gate: ${what}`,
      ),
      "a gate: a tap alone: round trips in sequence",
      "a group is reset: for each counter",
      "chart of the last year by the day",
      "an embed: its page with script and style, compressed",
      ...["first try, alone", "first try, in tens"],
      ...["group scope, alone", "group scope, together"],
    ],
  },
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts) as PartName[];
