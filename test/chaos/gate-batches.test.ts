import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { gatePhone, madeTaps, type Phone, sendTaps } from "../../bench/console/counting-phones.ts";
import { createCustomer } from "../../bench/service/customer.ts";
import { type MeasuredService, withService } from "../../bench/service/measured-service.ts";
import type { CountEvent } from "../../core/counters/count-event.ts";
import type { StoredCounter } from "../../core/counters/counter.ts";
import { maximumBatch } from "../../core/counters/taps/tap-limits.ts";
import type { TapOutcome, TapRequest } from "../../core/counting/credential-taps.ts";
import { Chance } from "../simulation/chance.ts";

const seed = 20_261_122;
const gatesPerCounter = 4;
const batchesPerGate = 12;
const leastKills = 12;
/** No more than these: a busy machine would never finish a batch between two kills. */
const mostKills = 100;

/** Repeats a batch as it is until it is answered: nobody knows whether it was counted before. */
async function untilAnswered(phone: Phone, taps: TapRequest[], onFailure: () => void) {
  for (;;) {
    try {
      return (await sendTaps(phone, taps)).answers;
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

async function history({ stores }: MeasuredService, counter: StoredCounter): Promise<CountEvent[]> {
  const key = { organizationId: counter.organizationId, counterId: counter.id };
  const events: CountEvent[] = [];
  for (let size = -1; size < events.length; ) {
    size = events.length;
    const oldest = events.at(-1)?.lastEventId;
    const from = oldest === undefined ? {} : { beforeEventId: oldest };
    events.push(...(await stores.countEvents.page(key, { limit: 500, ...from })));
  }
  return events;
}

test("while functions are killed, each tap of each gate counts exactly once", {
  timeout: 180_000,
}, async () => {
  await withService(async (service) => {
    const { counters } = await createCustomer(service, ["North", "South"]);
    const chance = new Chance(seed);
    const told = new Map<string, TapOutcome[]>();
    const made = new Map<string, TapRequest[]>();
    let failures = 0;
    let kills = 0;
    let counting = true;
    const tapAt = async (counter: StoredCounter) => {
      const phone = await gatePhone(service, counter);
      for (let sent = 0; sent < batchesPerGate || kills < leastKills; sent += 1) {
        const taps = batch(chance);
        const answers = await untilAnswered(phone, taps, () => {
          failures += 1;
        });
        made.set(counter.id, [...(made.get(counter.id) ?? []), ...taps]);
        told.set(counter.id, [...(told.get(counter.id) ?? []), ...answers]);
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
    await Promise.all(users.map(tapAt));
    counting = false;
    await killing;
    expect(failures).toBeGreaterThan(0);

    for (const counter of counters) {
      const events = await history(service, counter);
      const taps = made.get(counter.id) ?? [];
      const answers = told.get(counter.id) ?? [];
      const ups = taps.filter(({ direction }) => direction === "up").length;
      // Of what was counted before its answer was lost, the repetition tells so.
      expect(answers.every(({ result }) => result === "counted" || result === "repeated")).toBe(
        true,
      );
      const ids = answers.flatMap((answer) => ("lastEventId" in answer ? answer.lastEventId : []));
      expect(ids.toSorted((a, b) => a - b)).toEqual(taps.map((_, index) => index + 1));
      expect(events).toHaveLength(taps.length);
      const sum = events.reduce((total, { delta }) => total + delta, 0);
      expect(sum).toBe(2 * ups - taps.length);
      const key = { organizationId: counter.organizationId, counterId: counter.id };
      expect(await service.stores.counters.get(key)).toMatchObject({
        count: sum,
        lastEventId: taps.length,
      });
    }
  });
});
