import type { StoredAlert } from "../../../core/alerts/alert.ts";
import type { EvaluationWrite } from "../../../core/alerts/evaluation-plan.ts";
import type { CountEvent, WatchedCount } from "../../../core/counters/count-event.ts";
import type { Answer } from "./counters/requests.ts";

/** One invocation of the evaluation with a batch of stream records. */
export interface Invocation {
  batch: WatchedCount[];
  /** Where the log ended when the invocation began. */
  beganAt: number;
}

/** An event of a counter, whatever made it. */
export interface Counted {
  kind: "counted";
  count: WatchedCount;
  metadata: CountEvent["metadata"];
  /** Under which it counts only once; undefined for one that nobody repeats. */
  key: string | undefined;
}

/** A form that found the number right already, after this event. */
export interface LeftAsItWas {
  kind: "left as it was";
  counterId: string;
  key: string;
  lastEventId: number;
  atMs: number;
}

/** What a counter is like that decides on counts. */
export interface CounterRules {
  locked: boolean;
  mode: "both" | "increment-only" | "decrement-only";
  resetDaily: boolean;
  resetTo: number;
}

/** What was committed, in the order of the commits: all that the reference models see. */
export type Commit =
  | Counted
  /** The key of a tap that was undone before it was counted. */
  | { kind: "tombstone left"; counterId: string; key: string }
  | LeftAsItWas
  | { kind: "rules changed"; counterId: string; rules: CounterRules; atMs: number }
  /** What somebody was told. */
  | { kind: "answered"; counterId: string; beganAt: number; answer: Answer }
  | { kind: "goal changed"; counterId: string; goalTarget: number | null }
  | { kind: "joined"; counterId: string; groupId: string }
  | { kind: "left"; counterId: string; groupId: string }
  | { kind: "capacity changed"; groupId: string; capacity: number | null }
  /** Created, updated or resumed. */
  | { kind: "alert set"; alert: StoredAlert }
  | { kind: "alert paused"; alertId: string }
  | { kind: "alert deleted"; alertId: string }
  | { kind: "plan changed"; enterprise: boolean; epoch: number; atMs: number }
  | { kind: "evaluated"; invocation: Invocation; write: EvaluationWrite }
  /** The invocation returned: these counts will come again only as repetitions. */
  | { kind: "handled"; invocation: Invocation; counts: WatchedCount[] };
