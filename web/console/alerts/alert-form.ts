import type { AlertView } from "../../../api/private/alerts.ts";
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

/** What can be changed of an alert, as the form says it: what belongs to another kind is null. */
export function settingsOf(values: RuleValues) {
  return { percent: null, at: null, ...ruleBody(values) };
}

/** The whole rule: what belongs to another kind is left out, and an empty field is none. */
export function ruleBody(values: RuleValues) {
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
