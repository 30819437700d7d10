import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../soak/runs.ts";
import { counterIds, credentials, type Fate, gate, QueueWorld } from "./queue-world.ts";
import { wrongEnds } from "./wrong-ends.ts";

type Command = (world: QueueWorld) => void | Promise<void>;

/** Names a command, so that a counterexample can be read. */
function command<Arguments extends unknown[]>(
  name: string,
  run: (world: QueueWorld, ...args: Arguments) => unknown,
  ...arbitraries: { [Index in keyof Arguments]: fc.Arbitrary<Arguments[Index]> }
): fc.Arbitrary<Command> {
  return fc.tuple(...(arbitraries as fc.Arbitrary<unknown>[])).map((args) => {
    const perform = async (world: QueueWorld) => void (await run(world, ...(args as Arguments)));
    return Object.assign(perform, { toString: () => `${name}(${args.map(text).join(", ")})` });
  });
}

const text = (value: unknown) => JSON.stringify(value);

const tab = fc.nat(1);
const index = fc.nat(3);
// Mostly one counter and gate, so that things happen to the same taps.
const credential = fc.oneof(
  { weight: 4, arbitrary: fc.constant(gate) },
  { weight: 1, arbitrary: fc.constantFrom(...credentials) },
);
const counterId = fc.oneof(
  { weight: 4, arbitrary: fc.constant("ctr_a") },
  { weight: 1, arbitrary: fc.constantFrom(...counterIds) },
);
const fates: Fate[] = ["answered", "answer_lost", "lost", "late", "failing", "limited"];

const tap = command(
  "tap",
  (
    world,
    ...tapped: [...[number, (typeof credentials)[number], string], { up: boolean; times: number }]
  ) => world.tap(...tapped),
  tab,
  credential,
  counterId,
  fc.record({
    up: fc.boolean(),
    times: fc.oneof(
      { weight: 9, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.constant(10) },
    ),
  }),
);
const undo = command(
  "undo",
  (world, ...pressed: [number, (typeof credentials)[number], string]) => world.undo(...pressed),
  tab,
  credential,
  counterId,
);
const step = command("step", (world, each: number) => world.step(each), tab);
const fate = command(
  "fate",
  (world, each: number, one: Fate) => world.fate(each, one),
  index,
  fc.constantFrom(...fates),
);

/** A request and what becomes of it, with nothing in between. */
const exchange = command(
  "exchange",
  async (world, each: number, one: Fate) => {
    await world.step(each);
    await world.fate(0, one);
  },
  tab,
  fc.constantFrom(...fates),
);

/** A tap that is undone at once, whatever became of its first request. */
const misTap = command(
  "misTap",
  async (world, each: number, one: Fate) => {
    await world.tap(each, gate, "ctr_a", { up: true });
    await world.step(each);
    await world.fate(0, one);
    await world.undo(each, gate, "ctr_a");
  },
  tab,
  fc.constantFrom(...fates),
);

const commands = fc.oneof(
  { weight: 8, arbitrary: exchange },
  { weight: 6, arbitrary: tap },
  { weight: 4, arbitrary: undo },
  { weight: 3, arbitrary: misTap },
  { weight: 3, arbitrary: step },
  { weight: 4, arbitrary: fate },
  {
    weight: 1,
    arbitrary: command("arriveLate", (world, each: number) => world.arriveLate(each), index),
  },
  { weight: 1, arbitrary: command("reload", (world, each: number) => world.reload(each), tab) },
  { weight: 2, arbitrary: command("hear", (world, each: number) => world.hearOtherTab(each), tab) },
  {
    weight: 3,
    arbitrary: command(
      "poll",
      (world, ...polled: [number, (typeof credentials)[number], string]) => world.poll(...polled),
      tab,
      credential,
      counterId,
    ),
  },
  {
    weight: 3,
    arbitrary: command("receive", (world, each: number) => world.receivePoll(each), index),
  },
  {
    weight: 2,
    arbitrary: command(
      "wait",
      (world, ms: number) => {
        world.nowMs += ms;
      },
      fc.constantFrom(1_000, 5_000, 30_000, 70_000, 31 * 86_400_000),
    ),
  },
  {
    weight: 3,
    arbitrary: command(
      "set",
      (world, id: string, settings: object) => world.service.change(id, settings),
      counterId,
      fc.constantFrom<object>(
        { locked: true },
        { locked: false },
        { mode: "increment-only" },
        { mode: "both" },
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: command(
      "sign in",
      (world, id: string | null) => {
        world.session = id;
      },
      fc.constantFrom(null, "mem_olivia", "mem_adam"),
    ),
  },
  {
    weight: 1,
    arbitrary: command(
      "poison",
      (world, number: number) => {
        world.poison = `tap_${number}`;
      },
      fc.nat(9),
    ),
  },
  {
    weight: 1,
    arbitrary: command("revoke", (world) => {
      world.gateRevoked = true;
    }),
  },
  {
    weight: 1,
    arbitrary: command(
      "decide",
      (world, each: number, decision: "try_again" | "discard") => world.decide(each, decision),
      tab,
      fc.constantFrom("try_again" as const, "discard" as const),
    ),
  },
);

async function play(locks: boolean, played: Command[], check: (world: QueueWorld) => void) {
  const world = await QueueWorld.open(locks);
  for (const each of played) {
    await each(world);
    check(world);
  }
  await world.settleDown();
  return world;
}

const script = fc.array(commands, { minLength: 1, maxLength: 60, size: "max" });

test("whatever happens, each tap is counted once, or undone once, or is on the device with a reason", async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), script, async (locks, played) => {
      const world = await play(locks, played, () => {});
      expect(wrongEnds(world)).toEqual([]);
      await world.checkSettled();
    }),
    { numRuns: runs(1_000) },
  );
});

test("at any moment the number is what the service said and what waits, each tap once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), script, async (locks, played) => {
      const world = await play(locks, played, (each) => each.checkNumbers());
      world.checkNumbers();
    }),
    { numRuns: runs(1_000) },
  );
});
