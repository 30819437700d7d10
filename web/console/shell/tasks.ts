import type { Action } from "../../../core/members/role.ts";

/** A task with words that people look for it by, besides those of its label. */
export interface Task {
  label: string;
  words: string;
  action: Action;
  to: `/organizations/$organizationId/${"reports" | "gates" | "settings/organization" | "counters"}`;
}

const inside = "/organizations/$organizationId";

/** What is done on a page, whatever it is done to. */
export const tasks: Task[] = [
  {
    label: "Print a report",
    words: "print paper pdf export csv download",
    ...{ action: "see_counters", to: `${inside}/reports` },
  },
  {
    label: "Print the sheet of a gate",
    words: "print paper poster qr code put up",
    ...{ action: "manage_gates", to: `${inside}/gates` },
  },
  {
    label: "Set the time zone",
    words: "set clock hours redraw charts",
    ...{ action: "change_organization", to: `${inside}/settings/organization` },
  },
  {
    label: "Set the start of the day",
    words: "set midnight reset daily",
    ...{ action: "change_organization", to: `${inside}/settings/organization` },
  },
];

/** What is done to a counter: a verb, and what its page opens with; `count` and `embeds` are pages of their own. */
const counterVerbs = [
  { verb: "Reset", words: ["reset", "zero", "empty"], opens: "reset", action: "manage_counters" },
  {
    ...{ verb: "Set the count of", words: ["set", "correct", "adjust", "change"], opens: "set" },
    action: "manage_counters",
  },
  { verb: "Undo taps of", words: ["undo", "take back"], opens: "count", action: "count" },
  {
    ...{ verb: "Embed", words: ["embed", "screen", "badge", "website"], opens: "embeds" },
    action: "manage_counters",
  },
  { verb: "Count at", words: ["count", "tap"], opens: "count", action: "count" },
] as const satisfies { verb: string; words: string[]; opens: string; action: Action }[];

type CounterVerb = (typeof counterVerbs)[number];

/**
 * The verbs with which a text begins, each with what follows it: "reset north" is North's reset. Empty if
 * there is none; a single letter matches nothing.
 */
export function verbsIn(typed: string): { verb: CounterVerb; rest: string }[] {
  return counterVerbs.flatMap((verb) => {
    const starts = [verb.verb.toLowerCase(), ...verb.words];
    const whole = starts
      .filter((word) => typed === word || typed.startsWith(`${word} `))
      .sort((a, b) => b.length - a.length)[0];
    if (whole !== undefined) return [{ verb, rest: typed.slice(whole.length).trim() }];
    const isBegun = typed.length >= 2 && starts.some((word) => word.startsWith(typed));
    return isBegun ? [{ verb, rest: "" }] : [];
  });
}
