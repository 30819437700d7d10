import type { AlertView } from "../../../api/private/alerts.ts";

/** The state of an alert in words: why it is in it, and what happens next; `since` is in words, too. */
export function stateSentence(alert: AlertView, since?: string): string {
  const { state, level, threshold, rearmLevel } = alert;
  if (state === "paused") return "Paused: it evaluates nothing until it is resumed.";
  if (state === "asleep" || level === null || threshold === null || rearmLevel === null) {
    return asleepSentence(alert);
  }
  const [fires, arms] = [threshold, rearmLevel].map((number) => number.toLocaleString());
  if (state === "armed") {
    return level < threshold
      ? `It fires at a count that brings it to ${fires} or more.`
      : `It is at ${fires} or more already: the next count decides.`;
  }
  if (level < rearmLevel) return `It is below ${arms} already: the next count decides.`;
  return wasSent(alert)
    ? `Fired${since === undefined ? "" : ` at ${since}`}. It can fire again once the count has fallen below ${arms}.`
    : `Nothing was sent: the count was at ${fires} or more when it was set up. It can fire once the count has fallen below ${arms}.`;
}

/** False where the level was at the threshold when the alert was made, changed or resumed. */
function wasSent({ stateSince, stateEventId }: AlertView): boolean {
  return stateSince === null || stateEventId !== null;
}

/** In one word, or two. */
export function stateName(alert: AlertView): string {
  return alert.state === "fired" && !wasSent(alert) ? "Above" : stateNames[alert.state];
}

function asleepSentence({ asleepBecause, scope, capacityInForce }: AlertView): string {
  const setting = scope === "counter" ? "goal" : "capacity";
  switch (asleepBecause) {
    case "plan":
      return "Asleep: the plan has no alerts. On Enterprise it starts again from the current count.";
    case "no_capacity":
      return `Asleep: it needs a capacity, its own or the ${scope}’s ${setting}.`;
    case "negative_capacity":
      return `Asleep: a percentage of ${capacityInForce} cannot be a threshold. Give it a capacity.`;
    default:
      return `Asleep: the ${scope} that it watches does not exist any more. Delete the alert.`;
  }
}

/** The threshold in the words of the rule, such as "80% of the group’s capacity (240)". */
export function ruleWords(alert: AlertView): string {
  return thresholdOf(alert, `the ${alert.scope}’s `);
}

/** The same where there is little room, such as "80% of capacity (240)". */
export function shortRule(alert: AlertView): string {
  return thresholdOf(alert, "");
}

function thresholdOf(alert: AlertView, whose: string): string {
  const { kind, percent, at, capacity, capacityInForce, scope } = alert;
  const setting = whose + (scope === "counter" ? "goal" : "capacity");
  const inForce = capacityInForce === null ? "" : ` (${capacityInForce.toLocaleString()})`;
  const of = capacity === null ? setting + inForce : capacity.toLocaleString();
  switch (kind) {
    case "at_capacity":
      return of;
    case "percent":
      return `${percent}% of ${of}`;
    case "absolute":
      return `${at?.toLocaleString()}`;
  }
}

const stateNames = {
  armed: "Armed",
  fired: "Fired",
  paused: "Paused",
  asleep: "Asleep",
} as const satisfies Record<AlertView["state"], string>;
