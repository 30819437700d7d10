import type { StoredAlert } from "../../../core/alerts/alert.ts";
import type { EvaluationWrite } from "../../../core/alerts/evaluation-plan.ts";
import type { WatchedCount } from "../../../core/counters/count-event.ts";

/** One invocation of the evaluation with a batch of stream records. */
export interface Invocation {
  batch: WatchedCount[];
  /** Where the log ended when the invocation began. */
  beganAt: number;
}

/** What was committed, in the order of the commits: all that the reference model sees. */
export type Commit =
  | { kind: "tapped"; count: WatchedCount }
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
