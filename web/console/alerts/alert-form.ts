import type { AlertChange, AlertView, NewAlert } from "../../../api/private/alerts.ts";
import type { AlertRule } from "../../../core/alerts/alert.ts";

/** What stands in the fields of a rule; an empty number field holds "". */
export interface RuleValues {
  name: string;
  kind: AlertRule["kind"];
  percent: number | string;
  at: number | string;
  capacity: number | string;
  rearmBelow: number | string;
}

export const emptyRule: RuleValues = {
  name: "",
  kind: "at_capacity",
  percent: 90,
  at: "",
  capacity: "",
  rearmBelow: "",
};

/** The fields of an alert that exists. */
export function valuesOf({ name, kind, percent, at, capacity, rearmBelow }: AlertView): RuleValues {
  return {
    name,
    kind,
    percent: percent ?? emptyRule.percent,
    at: at ?? "",
    capacity: capacity ?? "",
    rearmBelow: rearmBelow ?? "",
  };
}

/**
 * What somebody has changed of an alert: what stays is not sent, so that a change which somebody else
 * makes at the same time stays, too. Kind and threshold are one.
 */
export function ruleChange(before: AlertView, values: RuleValues): AlertChange {
  const was = ruleBody(valuesOf(before));
  const { name, kind, percent, at, capacity, rearmBelow } = ruleBody(values);
  const threshold = {
    kind,
    ...(percent !== undefined && { percent }),
    ...(at !== undefined && { at }),
  };
  const sameThreshold = kind === was.kind && percent === was.percent && at === was.at;
  return {
    ...(name !== was.name && { name }),
    ...(!sameThreshold && threshold),
    ...(capacity !== undefined && capacity !== was.capacity && { capacity }),
    ...(rearmBelow !== undefined && rearmBelow !== was.rearmBelow && { rearmBelow }),
  };
}

/** The whole rule: what belongs to another kind is left out, and an empty field is none. */
export function ruleBody(values: RuleValues): AlertChange & Pick<NewAlert, "name" | "kind"> {
  const { name, kind, percent, at, capacity, rearmBelow } = values;
  // The schema refuses it, and says so at the field.
  const number = (value: number | string) => (value === "" ? Number.NaN : Number(value));
  return {
    name,
    kind,
    ...(kind === "percent" && { percent: number(percent) }),
    ...(kind === "absolute" && { at: number(at) }),
    capacity: capacity === "" ? null : Number(capacity),
    rearmBelow: rearmBelow === "" ? null : Number(rearmBelow),
  };
}
