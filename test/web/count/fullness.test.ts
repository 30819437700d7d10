import fc from "fast-check";
import { expect, test } from "vitest";
import type { Direction } from "../../../core/counters/taps/tap.ts";
import type { CountView } from "../../../core/counting/count-view.ts";
import type { GroupMember } from "../../../core/groups/group.ts";
import { groupLevel, type ShownCounter } from "../../../web/count/fullness.ts";
import { countingKey, type DeviceCredential, isUndo } from "../../../web/count/queue/device-tap.ts";
import { Ledger } from "../../../web/count/queue/ledger.ts";
import { Sender, type SendResult } from "../../../web/count/queue/sender.ts";
import { undoRequests } from "../../../web/count/queue/undo.ts";
import { runs } from "../../soak/runs.ts";
import { MemoryDevice } from "./memory-store.ts";
import { ModelService } from "./model-service.ts";
import { flush } from "./queue-world.ts";

const gate: DeviceCredential = { kind: "gate", gateId: "gat_1" };
const counterIds = ["ctr_a", "ctr_b"];
const keyOf = (counterId: string) => countingKey({ credential: gate, counterId });

/** One screen with two counters of a group whose total follows their counts when it pleases. */
class Screen {
  readonly #service = new ModelService(() => this.#nowMs);
  readonly #ledger = new Ledger(new MemoryDevice().store({ alive: true }));
  readonly #members = new Map<string, GroupMember>();
  #nowMs = Date.UTC(2026, 0, 1);
  #others = 0;
  /** The sum of the taps that stand. */
  made = 0;
  #taps = 0;
  #fate: "answered" | "answer_lost" | "lost" = "answered";
  readonly #sender: Sender;

  constructor() {
    for (const id of counterIds) this.#service.addCounter(id);
    this.#sender = new Sender({
      ledger: this.#ledger,
      send: async (batch) => this.#send(batch),
      exclusively: (run) => run(),
      now: () => this.#nowMs,
      random: () => 0.5,
      onState() {},
    });
  }

  /** The total catches up with a counter. */
  evaluate(counterId: string): void {
    const { count, lastEventId } = this.#service.view(counterId);
    this.#members.set(counterId, { counterId, count, lastEventId });
  }

  async tap(counterId: string, direction: Direction, times: number): Promise<void> {
    const tappedAt = new Date(this.#nowMs).toISOString();
    const taps = Array.from({ length: times }, () => {
      const id = `tap_${this.#taps++}`;
      return { id, credential: gate, counterId, direction, tappedAt };
    });
    await this.#ledger.add(...taps);
    this.made += direction === "up" ? times : -times;
  }

  async undo(counterId: string): Promise<void> {
    for (const tap of this.#ledger.undoable(keyOf(counterId), this.#nowMs)) {
      await this.#ledger.undo(tap, this.#nowMs);
      this.made -= tap.direction === "up" ? 1 : -1;
    }
  }

  async send(fate: "answered" | "answer_lost" | "lost"): Promise<void> {
    this.#nowMs += 60_001;
    this.#fate = fate;
    await this.#sender.step();
    await flush();
  }

  /** Somebody counts at another gate. */
  countElsewhere(counterId: string): void {
    this.#service.count("gat_2", counterId, [
      {
        ...{ id: `other_${this.#others++}`, direction: "up" },
        tappedAt: new Date(this.#nowMs).toISOString(),
      },
    ]);
  }

  async poll(counterId: string): Promise<void> {
    this.#nowMs++;
    await this.#ledger.offerView(keyOf(counterId), this.#view(counterId));
  }

  /** As each counter of the page shows it. */
  levels(): number[] {
    const shown = counterIds.flatMap((id): ShownCounter[] => {
      const view = this.#ledger.view(keyOf(id));
      const count = this.#ledger.number(keyOf(id), null);
      if (view === undefined || count === undefined) return [];
      return [{ view, count, unanswered: this.#ledger.hasUnanswered(keyOf(id)) }];
    });
    return shown.map((each) => groupLevel(each, shown).level);
  }

  get all(): number {
    return this.made + this.#others;
  }

  #view(counterId: string): CountView {
    const members = counterIds.flatMap((id) => this.#members.get(id) ?? []);
    const level = members.reduce((sum, { count }) => sum + count, 0);
    const group = { id: "grp_1", name: "Hall", level, capacity: null, members };
    return { ...this.#service.view(counterId), group };
  }

  #send(batch: Parameters<ConstructorParameters<typeof Sender>[0]["send"]>[0]): SendResult {
    const counterId = batch[0]?.counterId ?? "";
    if (this.#fate === "lost") return { result: "failed" };
    const answers = batch.some(isUndo)
      ? this.#service.undo("gat_1", counterId, undoRequests(batch))
      : this.#service.count("gat_1", counterId, batch);
    if (this.#fate === "answer_lost") return { result: "failed" };
    return { result: "answered", answers, counter: this.#view(counterId) };
  }
}

const counter = fc.constantFrom(...counterIds);
const fate = fc.constantFrom("answered", "answer_lost", "lost");
const direction = fc.constantFrom("up", "down");
const times = fc.constantFrom(1, 5, 10);
const alone = [
  fc.record({ act: fc.constant("tap"), counter, direction, times }),
  fc.record({ act: fc.constant("undo"), counter }),
  fc.record({ act: fc.constant("send"), fate }),
  fc.record({ act: fc.constant("evaluate"), counter }),
  fc.record({ act: fc.constant("poll"), counter }),
] as const;
const elsewhere = fc.record({ act: fc.constant("elsewhere"), counter });
type Step = typeof alone extends readonly fc.Arbitrary<infer Each>[]
  ? Each | { act: "elsewhere"; counter: string }
  : never;

async function run(steps: readonly Step[], check: (screen: Screen) => void): Promise<Screen> {
  const screen = new Screen();
  for (const id of counterIds) {
    screen.evaluate(id);
    await screen.poll(id);
  }
  for (const step of steps) {
    if (step.act === "tap") await screen.tap(step.counter, step.direction, step.times);
    else if (step.act === "undo") await screen.undo(step.counter);
    else if (step.act === "send") await screen.send(step.fate);
    else if (step.act === "evaluate") screen.evaluate(step.counter);
    else if (step.act === "poll") await screen.poll(step.counter);
    else screen.countElsewhere(step.counter);
    check(screen);
  }
  return screen;
}

test("the level has each tap of the screen once, whatever was answered, lost or evaluated", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...alone), { maxLength: 40 }), async (steps) => {
      await run(steps, (screen) => expect(screen.levels()).toEqual([screen.made, screen.made]));
    }),
    { numRuns: runs(1_000) },
  );
});

test("with others at another gate, the level is never higher than all that was counted", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...alone, elsewhere), { maxLength: 40 }), async (steps) => {
      const screen = await run(steps, (now) => {
        for (const level of now.levels()) {
          expect(level).toBeLessThanOrEqual(now.all);
          expect(level).toBeGreaterThanOrEqual(now.made);
        }
      });
      for (let sent = 0; sent < 30; sent++) await screen.send("answered");
      for (const id of counterIds) await screen.poll(id);
      for (const id of counterIds) screen.evaluate(id);
      for (const id of counterIds) await screen.poll(id);
      expect(screen.levels()).toEqual([screen.all, screen.all]);
    }),
    { numRuns: runs(1_000) },
  );
});
