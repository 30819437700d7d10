import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { randomBase62 } from "../../adapters/random.ts";
import {
  gatePhone,
  madeTaps,
  type Phone,
  sendBatch,
  sendUndos,
} from "../../bench/console/counting-phones.ts";
import { createCustomer } from "../../bench/service/customer.ts";
import { type MeasuredService, withService } from "../../bench/service/measured-service.ts";
import type { CountEvent } from "../../core/counters/count-event.ts";
import type { StoredCounter } from "../../core/counters/counter.ts";
import { adjustCounter } from "../../core/counters/settings/adjust-counter.ts";
import { maximumBatch } from "../../core/counters/taps/tap-limits.ts";
import type { TapRequest } from "../../core/counting/credential-taps.ts";
import { operator } from "../core/audit/operator.ts";
import { Chance } from "../simulation/chance.ts";
import { judgeHistory, sumsOf, type Told } from "./counting-verdict.ts";

const seed = 20_261_122;
const gatesPerCounter = 4;
const batchesPerGate = 12;
const leastKills = 12;
/** No more than these: a busy machine would never finish a batch between two kills. */
const mostKills = 100;

/** A phone at a gate, and what all phones of its counter were told. */
interface Counting {
  phone: Phone;
  told: Told;
  chance: Chance;
  onFailure(): void;
}

/** Repeats a request as it is until it is answered: nobody knows whether it was handled before. */
async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  onFailure: () => void,
): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch {
      onFailure();
      await delay(20);
    }
  }
}

function batch(chance: Chance): TapRequest[] {
  const taps = madeTaps(Math.ceil(chance.between(0, maximumBatch)));
  return taps.map((tap) => ({ ...tap, direction: chance.happens(0.6) ? "up" : "down" }));
}

/** Counts a batch and undoes some of it: after it was counted, meanwhile, or before it is sent. */
async function countAndUndo({ phone, told, chance, onFailure }: Counting): Promise<void> {
  const taps = batch(chance);
  const mistaken = taps.filter(() => chance.happens(0.2));
  const count = async () => {
    const { answers } = await untilAnswered(() => sendBatch(phone, taps), onFailure);
    for (const answer of answers) {
      if (answer.result === "refused") throw new Error(`a tap was refused: ${answer.reason}`);
      told.taps.set(answer.id, answer.result === "undone" ? null : answer.lastEventId);
    }
  };
  const undo = async () => {
    if (mistaken.length === 0) return;
    const { answers } = await untilAnswered(() => sendUndos(phone, mistaken), onFailure);
    for (const answer of answers) {
      if (answer.result === "refused") throw new Error(`an undo was refused: ${answer.reason}`);
      told.undos.set(answer.id, answer.lastEventId);
    }
  };
  await chance.pick([count, undo, () => Promise.resolve()])();
  await Promise.all([count(), undo()]);
}

/** Sets the counter with a form that comes twice. */
async function adjustTwice(
  { stores }: MeasuredService,
  { organizationId, id: counterId }: StoredCounter,
  { forms, to }: { forms: Told["forms"]; to: number },
): Promise<void> {
  const formId = randomUUID();
  const request = { key: { organizationId, counterId }, to, formId, reason: formId };
  forms.set(formId, to);
  const ports = { ...stores, randomBase62 };
  const results = await Promise.all([
    adjustCounter(ports, request, operator),
    adjustCounter(ports, request, operator),
  ]);
  expect(results.map(({ result }) => result)).toContain("repeated");
}

/** The oldest event first. */
async function history({ stores }: MeasuredService, counter: StoredCounter): Promise<CountEvent[]> {
  const key = { organizationId: counter.organizationId, counterId: counter.id };
  const events: CountEvent[] = [];
  for (let size = -1; size < events.length; ) {
    size = events.length;
    const oldest = events.at(-1)?.lastEventId;
    const from = oldest === undefined ? {} : { beforeEventId: oldest };
    events.push(...(await stores.countEvents.page(key, { limit: 500, ...from })));
  }
  return events.toReversed();
}

test("while functions are killed, each tap, undo and adjustment counts exactly once", {
  timeout: 180_000,
}, async () => {
  await withService(async (service) => {
    const { counters } = await createCustomer(service, ["North", "South"]);
    const chance = new Chance(seed);
    const told = new Map<string, Told>(
      counters.map(({ id }) => [id, { taps: new Map(), undos: new Map(), forms: new Map() }]),
    );
    const toldOf = ({ id }: StoredCounter) => {
      const of = told.get(id);
      if (of === undefined) throw new Error(`nobody counts on ${id}`);
      return of;
    };
    let failures = 0;
    let kills = 0;
    let counting = true;
    const countAt = async (counter: StoredCounter) => {
      const phone = await gatePhone(service, counter);
      const onFailure = () => {
        failures += 1;
      };
      for (let sent = 0; sent < batchesPerGate || kills < leastKills; sent += 1) {
        await countAndUndo({ phone, told: toldOf(counter), chance, onFailure });
        if (!chance.happens(0.2)) continue;
        const to = Math.floor(chance.between(-20, 200));
        await adjustTwice(service, counter, { forms: toldOf(counter).forms, to });
      }
    };
    const kill = async () => {
      while (counting && kills < mostKills) {
        await delay(chance.between(50, 400));
        const { pids } = service.pool("count-taps");
        const pid = pids[Math.floor(chance.between(0, pids.length))];
        if (pid === undefined) continue;
        service.pool("count-taps").kill(pid);
        kills += 1;
      }
    };
    const killing = kill();
    const users = counters.flatMap((counter) =>
      Array.from({ length: gatesPerCounter }, () => counter),
    );
    await Promise.all(users.map(countAt));
    counting = false;
    await killing;
    expect(failures).toBeGreaterThan(0);

    for (const counter of counters) {
      const events = await history(service, counter);
      const { taps, undos, forms } = toldOf(counter);
      expect(judgeHistory(events, { taps, undos, forms })).toEqual([]);
      // Both kinds of undo happened: of a tap that had been counted, and before it came.
      expect(new Set([...undos.values()].map((id) => id === null))).toEqual(new Set([true, false]));
      expect(forms.size).toBeGreaterThan(0);
      const key = { organizationId: counter.organizationId, counterId: counter.id };
      const { count, lastEventId } = events.at(-1) ?? {};
      const stored = await service.stores.storedCounters.get(key);
      expect(stored).toMatchObject({ count, lastEventId, ...sumsOf(events) });
    }
  });
});
