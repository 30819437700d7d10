import type { Change } from "../../audit/audit-entry.ts";
import type { ChangedBy } from "../../members/changed-by.ts";
import type { Member } from "../../members/member.ts";
import { type AuditPorts, type ChangeAudit, changeAudit } from "../../members/member-audit.ts";
import type { CountEvent } from "../count-event.ts";
import { sumsOf } from "../count-mark.ts";
import { type CounterKey, type StoredCounter, timeOfChange } from "../counter.ts";
import { countBy } from "../taps/tap.ts";
import type { Forbidden } from "./change-counter.ts";

export interface CounterAdjustments {
  /**
   * Decides from the counter, archived or not, and from what an earlier request of the same form did.
   * Writes on condition of the counter's version, together with the form and the audit entry; if
   * another writer came first, decides again. Throws a ContentionError when it gives up.
   */
  adjust<Result>(
    target: AdjustmentTarget,
    decide: AdjustmentDecision<Result>,
  ): Promise<Result | Forbidden>;
}

export interface AdjustmentTarget {
  key: CounterKey;
  /** The form's idempotency key; undefined for a request that is not repeated. */
  idempotencyKey: string | undefined;
}

/** `write` is absent when there is nothing to write. */
export type AdjustmentDecision<Result> = (
  counter: StoredCounter | undefined,
  earlier: EarlierAdjustment | undefined,
) => { result: Result; write?: AdjustmentWrite };

/** What a form has done to a counter. It is also kept where the number was right already. */
export interface EarlierAdjustment {
  /** What it asked for; null resets the counter. */
  asked: number | null;
  previousCount: number;
  count: number;
}

export interface AdjustmentWrite {
  before: StoredCounter;
  /** On condition that the member may still manage counters; absent for an operator. */
  member: Member | undefined;
  form: EarlierAdjustment;
  /** Absent where the number is right already. */
  change?: { after: StoredCounter; event: CountEvent; audit: ChangeAudit } | undefined;
  /** The counter with the time at which its number was found right, where a late start of a day asks. */
  confirmed?: StoredCounter | undefined;
}

export interface AdjustmentPorts extends AuditPorts {
  adjustments: CounterAdjustments;
}

export interface AdjustmentRequest {
  key: CounterKey;
  /** Null resets the counter. */
  to: number | null;
  /** Public: it is in the event's metadata. */
  reason?: string | undefined;
  /** The same request again, under the same id, changes nothing more. Kept as long as a tap's. */
  formId?: string | undefined;
  /** Takes an adjustment back: `to` is the number before it, and what was counted since stays. */
  undoes?: UndoneAdjustment | undefined;
}

interface UndoneAdjustment {
  /** What it has set the counter to. */
  setTo: number;
  /** As `lastAdjustment` names it: a later one, or a reset, is not taken back with it. */
  adjustment: string;
}

/** Names what last set a counter's number. The sum differs where two were set at the same time. */
export function lastAdjustment(counter: StoredCounter): string {
  const { lastAdjustedAt = "", lastDailyReset = "" } = counter;
  return `${lastAdjustedAt}/${lastDailyReset}/${sumsOf(counter).adjusted}`;
}

export type AdjustmentResult =
  /** `repeated`: an earlier request of the form has set it; the counter is as it is now. */
  | {
      result: "adjusted" | "unchanged" | "repeated";
      counter: StoredCounter;
      form: EarlierAdjustment;
    }
  /** An earlier request of the form asked for another number. */
  | { result: "key_reused"; counter: StoredCounter; form: EarlierAdjustment }
  /** The number was set or reset again since the adjustment that is to be taken back. */
  | { result: "set_since"; counter: StoredCounter }
  /** The difference is more than an event's delta can hold exactly. */
  | { result: "out_of_range"; counter: StoredCounter }
  | { result: "no_such_counter" }
  | Forbidden;

/**
 * Sets a counter to a number, with one event that says so, whatever its mode and lock say. Nothing is
 * written but the form where the number is right already.
 */
export async function adjustCounter(
  ports: AdjustmentPorts,
  request: AdjustmentRequest,
  by: ChangedBy,
): Promise<AdjustmentResult> {
  return await adjustAsPart(ports, request, {
    by,
    isWanted: () => true,
    auditOf: (before, after) =>
      changeAudit(ports, by, {
        ...numberSet(before, after, request),
        action: "counter.adjust",
      }),
  });
}

interface AdjustmentOptions {
  by: ChangedBy;
  /** False for a counter that is left as it is. */
  isWanted(counter: StoredCounter): boolean;
  auditOf(before: StoredCounter, after: StoredCounter): ChangeAudit;
}

/**
 * adjustCounter for callers with an audit entry of their own. Returns no_such_counter where isWanted is
 * false.
 */
export async function adjustAsPart(
  { adjustments, clock }: Pick<AdjustmentPorts, "adjustments" | "clock">,
  { key, to, reason, undoes, formId }: AdjustmentRequest,
  { by, isWanted, auditOf }: AdjustmentOptions,
): Promise<AdjustmentResult> {
  const member = by.kind === "member" ? by.member : undefined;
  // Keys of taps end with a number or a tap's id.
  const idempotencyKey = formId && `${member?.id ?? by.kind}/${formId}/adjust`;
  return await adjustments.adjust<AdjustmentResult>({ key, idempotencyKey }, (before, earlier) => {
    if (before !== undefined && earlier !== undefined) {
      const result = earlier.asked === to ? "repeated" : "key_reused";
      return { result: { result, counter: before, form: earlier } };
    }
    if (before === undefined || before.archivedAt !== undefined || !isWanted(before)) {
      return { result: { result: "no_such_counter" } };
    }
    if (undoes !== undefined && undoes.adjustment !== lastAdjustment(before)) {
      return { result: { result: "set_since", counter: before } };
    }
    const delta = (to ?? before.resetTo) - (undoes?.setTo ?? before.count);
    const count = before.count + delta;
    const form = { asked: to, previousCount: before.count, count };
    if (delta === 0) {
      const confirmed = before.resetDaily ? setNow(before, clock.now()) : undefined;
      return {
        result: { result: "unchanged", counter: confirmed ?? before, form },
        write: { before, member, form, confirmed },
      };
    }
    const metadata = { adjustment: { to: count, ...(reason !== undefined && { reason }) } };
    const counted = countBy(before, { delta, metadata, nowMs: clock.now() });
    if (counted === undefined) return { result: { result: "out_of_range", counter: before } };
    const { event } = counted;
    const after = { ...counted.counter, lastAdjustedAt: event.createdAt };
    const change = { after, event, audit: auditOf(before, after) };
    return {
      result: { result: "adjusted", counter: after, form },
      write: { before, member, form, change },
    };
  });
}

/** A start of the day that comes late leaves the number alone, as if it had been another one. */
function setNow(counter: StoredCounter, nowMs: number): StoredCounter {
  const at = timeOfChange(counter, nowMs);
  return { ...counter, version: counter.version + 1, updatedAt: at, lastAdjustedAt: at };
}

function numberSet(
  before: StoredCounter,
  after: StoredCounter,
  { reason, undoes }: AdjustmentRequest,
): Change {
  const { organizationId, id, name } = after;
  return {
    organizationId,
    target: { kind: "counter", id, name },
    before: { count: before.count },
    after: {
      count: after.count,
      ...(reason !== undefined && { reason }),
      ...(undoes && { undoes: true }),
    },
  };
}
