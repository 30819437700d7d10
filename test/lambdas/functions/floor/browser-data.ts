import compatibility from "@mdn/browser-compat-data" with { type: "json" };
import type { CompatStatement, Identifier } from "@mdn/browser-compat-data";

/** The oldest version of each browser that a page is for. */
export type Floor = Record<"chrome" | "firefox" | "safari", string>;

/** MDN's data have the browsers of phones apart; their versions are those of the same engine. */
const browsers = {
  chrome: ["chrome", "chrome_android"],
  firefox: ["firefox", "firefox_android"],
  safari: ["safari", "safari_ios"],
} as const;

/** Whether every browser of the floor has the feature, without a flag or a prefix. */
export function isOld(feature: CompatStatement, floor: Floor): boolean {
  return Object.entries(floor).every(([family, oldest]) =>
    browsers[family as keyof Floor].every((browser) =>
      [feature.support[browser] ?? []].flat().some(({ version_added, ...of }) => {
        if (typeof version_added !== "string" || version_added === "preview") return false;
        if (of.flags || of.prefix || of.alternative_name) return false;
        const { version_removed: removed } = of;
        if (typeof removed === "string" && isAtMost(removed, oldest)) return false;
        return isAtMost(version_added.replace("≤", ""), oldest);
      }),
    ),
  );
}

function isAtMost(version: string, limit: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [ofLimit = 0, minorOfLimit = 0] = limit.split(".").map(Number);
  return major < ofLimit || (major === ofLimit && minor <= minorOfLimit);
}

export const { css, javascript, api } = compatibility;

/** The statement of a feature by its path below a node, such as `Map.groupBy`. */
export function featureAt(node: Identifier, ...path: string[]): CompatStatement | undefined {
  let found: Identifier | undefined = node;
  for (const name of path) {
    found = Object.hasOwn(found, name) ? (found[name] as Identifier) : undefined;
    if (found === undefined) return undefined;
  }
  return found.__compat;
}

/** What scripts can name: globals, their members, and what a member of this name may be. */
export interface ScriptNames {
  globals: Map<string, CompatStatement>;
  /** By `Global.member`, such as `Map.groupBy` and `AbortSignal.timeout`. */
  statics: Map<string, CompatStatement>;
  members: Map<string, { features: CompatStatement[]; isOfLanguage: boolean }>;
}

export const scriptNames: ScriptNames = readScriptNames();

function readScriptNames(): ScriptNames {
  const names: ScriptNames = { globals: new Map(), statics: new Map(), members: new Map() };
  const builtins = javascript.builtins ?? {};
  for (const [nodes, isOfLanguage] of [
    [entries(builtins), true],
    [entries(builtins.Intl ?? {}), true],
    [entries(api), false],
  ] as const) {
    for (const [name, node] of nodes) {
      if (node.__compat) names.globals.set(name, node.__compat);
      for (const [key, { __compat }] of entries(node)) {
        const member = key.replace(/_static$/, "");
        if (!__compat || !/^[a-zA-Z0-9]+$/.test(member)) continue;
        names.statics.set(`${name}.${member}`, __compat);
        const known = names.members.get(member);
        names.members.set(member, {
          features: [...(known?.features ?? []), __compat],
          isOfLanguage: isOfLanguage || known?.isOfLanguage === true,
        });
      }
    }
  }
  return names;
}

function entries(node: Identifier): [string, Identifier][] {
  return Object.entries(node).filter(([name]) => name !== "__compat") as [string, Identifier][];
}
