interface Part {
  title: string;
  /** What is measured and how to read it, for the part's page. */
  about: string;
}

const sameCores = `Dispatcher, sender, emulators and receiver run on the same cores. Compare times with one another only.`;

/** The parts of the benchmarks, in the order in which they run and are shown. */
export const parts = {
  "round-trips": {
    title: "Round trips of the read API",
    about: `Warm calls of the built handlers with 25 ms in front of every call to DynamoDB, against one bare GetItem. On a
busy machine the ratio of the history has been 1.6.`,
  },
  capacity: {
    title: "Capacity of the read API and of taps",
    about: `What DynamoDB charges for a request, by table. Reads are strongly consistent.`,
  },
  "cold-load": {
    title: "Cold starts",
    about: `Loading a function's bundle in a fresh process, against loading a bare DynamoDB client. A client bundled with
this service's own options is smaller than one that is bundled as usual, hence two ratios. What a load is made of
is measured with a mark before each module: of the parts, "compiling, and Node.js's own modules" is all that comes before
the first one runs, and a library's time is that of its modules, not of the calls that others make to it.`,
  },
  overhead: {
    title: "Overhead of a request",
    about: `CPU time of a warm call, against a bare handler that makes the same two calls.`,
  },
  "big-list": {
    title: "The longest list",
    about: `10,000 counters in one response, which Lambda limits to 6.29 MB (decisions 179, 177). The bare Query reads the same pages
with the same SDK and makes nothing of them; both are called by turns. With ten readers a laptop cannot reach what
the budget of long lists allows (decision 101), some 2,000 read units a second; what is above it gets 503.`,
  },
  taps: {
    title: "Taps at the same time",
    about: `16 tappers on one counter, and on a counter each.`,
  },
  "webhook-latency": {
    title: "Latency of webhooks",
    about: `From the commit of a count to its arrival at the receiver. ${sameCores}`,
  },
  "webhook-throughput": {
    title: "Throughput of webhooks",
    about: `What a delivery takes, alone and among many. ${sameCores}`,
  },
  "delivery-profile": {
    title: "Where a delivery's processor time goes",
    about: `The two functions under load, in batches of ten, their bundles with readable names and a sampling profiler in their
processes. A part's time is its share of the samples, by the nearest frame that names a part, of all the CPU time that
the processes took: threads that compile and collect garbage are spread over the parts. The profiler makes all slower.`,
  },
  "noisy-neighbour": {
    title: "Webhooks next to a receiver that hangs",
    about: `One endpoint's latency alone, next to endpoints that hang, and next to the same endpoints when they respond at
once. A laptop has at most 6 environments of a function for each mapping; a deployment has 300 for first attempts with
\`lambdaConcurrency\` at 1,000, and 2 by default. An endpoint that begins to hang holds them all within 0.1 s. The
first that looks into the queue, after 0.1 to 0.7 s, handles what waits (decisions 114 and 186).`,
  },
  "killed-function": {
    title: "Webhooks of a function that is killed",
    about: `All environments of a function are killed at the same moment while events flow. What they held is received
again when its visibility timeout ends (decision 114). A wait over a kill begins with the commit of an event, or with its
request before the kill, and ends with its next request. A request is made twice when its outcome was not recorded.`,
  },
  "webhook-cost": {
    title: "What a delivery takes of AWS",
    about: `The units that AWS charges for one delivery; [costs](../costs.md) has the dollars. Lambda's GB-seconds are
measured CPU time on the share of a processor that 256 MB have, and assumed waits: 100 ms for the receiver, 5 ms for
DynamoDB, 10 ms for SQS or Scheduler.`,
  },
  memory: {
    title: "Memory of the webhook functions",
    about: `Lambda gives processor time by memory: 1,769 MB are one processor. The functions run with that share, which Linux
limits (control groups, as root), beside receivers that take 100 ms. The model is what costs are calculated with: CPU
time divided by the share, and waits.`,
  },
  "alert-latency": {
    title: "Latency of alerts",
    about: `Taps up and down in turn: one of the group's five alerts fires at a tap up and is armed again at the tap down,
and one endpoint receives the increment and the alert of the same tap. An alert passes one stream and one function more. At
high rates counts overlap, and the level crosses the threshold less often than at every second count.`,
  },
  "alert-throughput": {
    title: "Throughput of alerts",
    about: `\`evaluate-alerts\` is held back until the counts wait in the stream. The rate is that of one shard. On AWS,
counters of one group can be on several shards, whose evaluations write the same group and so repeat some transactions.`,
  },
  "alert-cost": {
    title: "What evaluating a count takes of AWS",
    about: `The units that AWS charges for one watched count, without its tap and the webhooks of what fires;
[costs](../costs.md) has the dollars.`,
  },
  "private-cost": {
    title: "Capacity and round trips of the private API",
    about: `What DynamoDB charges for a request of a counting page and of the console's overview, and how many calls wait for one
another. The overview polls every ten seconds and names its tiles; every five minutes, it lets the service select them.`,
  },
  "group-reset": {
    title: "Reset of a group",
    about: `An admin resets a group whose counters all have another number, each for the first time in its minute, hour
and day: six of the units are their marks. The requests follow one another as the console sends them. Evaluation and
webhooks run beside them, and their units are not included.`,
  },
  "gate-taps": {
    title: "Many gates on one counter",
    about: `Phones, runtime, functions and emulator share two cores. The first ten seconds are not measured: the first eighty requests of an instance take two to four times the processor
time of later ones. The calls are counted in a run of their own. The limit on AWS is
[500 taps a second](../costs.md#how-many-taps-a-counter-takes).`,
  },
  charts: {
    title: "Charts",
    about: `Charts of a counter with more than a million counts in fourteen months. Four of the read units are the
session, the person, the membership and the roster.`,
  },
  "console-interactions": {
    title: "Pages of the console with 10,000 counters",
    about: `From a click or key to the next paint, in Chromium on a processor that is slowed four times; the median of the
turns for each gesture, and of these the slowest. Browsers round these times to 8 ms and report none below 16. Layout shifts are those that no
gesture has caused, of the worst visit: 0 is a page on which nothing jumps, 0.1 what browsers call good.`,
  },
  embed: {
    title: "Embeds",
    about: `Sizes, capacity, and an hour of viewers in virtual time: the page's own polling schedule and the service's own
headers, with 40 ms between viewer and cache and 60 ms between cache and service.`,
  },
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts) as PartName[];
