import { startDays } from "../../../../core/counters/days/start-days.ts";
import {
  adjustCounter,
  type CounterAdjustments,
} from "../../../../core/counters/settings/adjust-counter.ts";
import { countBatch, countTap, type TapStore } from "../../../../core/counters/taps/count-batch.ts";
import type { Direction } from "../../../../core/counters/taps/tap.ts";
import { decideUndos, type UndoStore } from "../../../../core/counters/taps/undo.ts";
import {
  batchedTap,
  type Credential,
  tapOutcome,
} from "../../../../core/counting/credential-taps.ts";
import { credentialUndo } from "../../../../core/counting/credential-undos.ts";
import { operatorNamed } from "../../../../core/members/changed-by.ts";
import { organizationId, type Tables } from "../tables.ts";
import { memoryAdjustments } from "./memory-adjustments.ts";
import { memoryDayStarts } from "./memory-day-starts.ts";
import { memoryTaps } from "./memory-taps.ts";
import { memoryUndos, type UndoConditions } from "./memory-undos.ts";
import type { Answer, Request } from "./requests.ts";
import type { Access } from "./write-counter.ts";

/** All that changes the number of a counter. */
export interface CounterStores {
  taps: TapStore;
  undos: UndoStore;
  adjustments: CounterAdjustments;
  days: ReturnType<typeof memoryDayStarts>;
}

/** A tap as a device has it. */
export interface DeviceTap {
  id: string;
  direction: Direction;
  madeAtMs: number;
}

/** What a defect may replace. */
export interface CountingSabotage {
  conditions?: Partial<UndoConditions>;
  stores?: (stores: CounterStores, around: StoreSurroundings) => CounterStores;
}

export interface StoreSurroundings {
  tables: Tables;
  nowMs(): number;
}

/** How long a run of the schedule goes on. */
const runMs = 50_000;

const allConditions: UndoConditions = { undoneOnce: true };

/** The gate at which all devices count. */
const credential: Credential = {
  kind: "gate",
  gate: {
    ...{ id: "gat_0", organizationId, name: "Gate", counterIds: [], secretHash: "" },
    ...{ createdAt: "", createdBy: "operator", endsAt: null, revokedAt: null },
  },
};
const keyOfTap = (id: string) => `gat_0/${id}`;
const operator = operatorNamed("operator");
const keyOfForm = (formId: string) => `operator/${formId}/adjust`;

/** The requests of one process that concern the number of counters; each is told an answer. */
export class Counting {
  readonly #tables: Tables;
  readonly #stores: CounterStores;
  readonly #access: Access;

  constructor(tables: Tables, access: Access, { conditions, stores }: CountingSabotage) {
    this.#tables = tables;
    this.#access = access;
    const taps = memoryTaps(tables, access);
    const all = {
      taps,
      undos: memoryUndos(tables, access, { taps, conditions: { ...allConditions, ...conditions } }),
      adjustments: memoryAdjustments(tables, access, taps),
      days: memoryDayStarts(tables, access),
    };
    this.#stores = stores === undefined ? all : stores(all, { tables, nowMs: access.clock.now });
  }

  /** A tap that nobody sends again. */
  async count(counterId: string, direction: Direction): Promise<void> {
    const tap = { direction, metadata: null };
    const key = { organizationId, counterId };
    await countTap(this.#stores.taps, this.#access.clock, { key, tap });
  }

  async tap(counterId: string, taps: DeviceTap[]): Promise<void> {
    const beganAt = this.#asked(
      taps.map(({ id, direction }) => [keyOfTap(id), { kind: "tap", direction }]),
    );
    const made = taps.map(({ id, direction, madeAtMs }) =>
      batchedTap(credential, { id, direction, tappedAt: textOf(madeAtMs) }),
    );
    const key = { organizationId, counterId };
    const { results } = await countBatch(this.#stores.taps, this.#access.clock, {
      key,
      taps: made,
    });
    for (const [index, result] of results.entries()) {
      const { id, ...outcome } = tapOutcome(taps[index]?.id ?? "", result);
      this.#answered(counterId, beganAt, { to: "tap", key: keyOfTap(id), ...outcome });
    }
  }

  async undo(counterId: string, ids: string[], undoneAtMs: number): Promise<void> {
    const beganAt = this.#asked([]);
    const undos = ids.map((id) => credentialUndo(credential, { id, undoneAt: textOf(undoneAtMs) }));
    const key = { organizationId, counterId };
    const { clock } = this.#access;
    const idempotencyKeys = undos.map(({ idempotencyKey }) => idempotencyKey);
    const done = await this.#stores.undos.undo(
      { key, idempotencyKeys, clock, attempts: 40 },
      (taps) => decideUndos(taps, undos, clock.now()),
    );
    for (const [index, result] of (done?.results ?? []).entries()) {
      const answer = { to: "undo" as const, key: keyOfTap(ids[index] ?? ""), ...result };
      this.#answered(counterId, beganAt, answer);
    }
  }

  async adjust(counterId: string, formId: string, to: number | null): Promise<void> {
    const idempotencyKey = keyOfForm(formId);
    const beganAt = this.#asked([[idempotencyKey, { kind: "form", to }]]);
    const { adjustments } = this.#stores;
    const ports = { adjustments, clock: this.#access.clock, randomBase62: () => "0" };
    const key = { organizationId, counterId };
    const { result } = await adjustCounter(ports, { key, to, formId }, operator);
    this.#answered(counterId, beganAt, { to: "form", key: idempotencyKey, result });
  }

  /** One run of the schedule that starts days; returns what failed in it. */
  async startDays(): Promise<unknown[]> {
    const { clock } = this.#access;
    const { errors } = await startDays({ ...this.#stores.days, clock }, clock.now() + runMs);
    return errors;
  }

  #asked(requests: [string, Request][]): number {
    for (const [key, request] of requests) this.#tables.requests.set(key, request);
    return this.#tables.log.length;
  }

  #answered(counterId: string, beganAt: number, answer: Answer): void {
    this.#tables.log.push({ kind: "answered", counterId, beganAt, answer });
  }
}

function textOf(ms: number): string {
  return new Date(ms).toISOString();
}
