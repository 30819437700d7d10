import { isNeeded, type RecordedCall, type Removal } from "local-aws";
import type { KeptGrant } from "./kept-grants.ts";
import { reasonOf } from "./unnoticed.ts";

export interface GrantFinding {
  kind: "called but not allowed" | "allowed but never used" | "kept for too long";
  text: string;
}

/** Grants that stay for the version before this one. */
export interface Kept {
  grants: readonly KeptGrant[];
  /** Of package.json. */
  release: string;
}

/** Holds the calls of the functions against the policies, both ways. */
export function findingsOf(
  calls: readonly RecordedCall[],
  removals: readonly Removal[],
  kept: Kept,
): GrantFinding[] {
  const refused = calls.filter(({ denied }) => denied !== undefined);
  const unused = removals.filter(
    (removal) =>
      removal.kind !== "statement" && reasonOf(removal) === undefined && !isNeeded(removal, calls),
  );
  return [
    ...refused.map(({ caller, action, resource, denied }) => ({
      kind: "called but not allowed" as const,
      text: `${caller.name}: ${action} on ${resource}: ${denied}`,
    })),
    ...unused.flatMap((removal) => {
      const kind = kindOfUnused(keptGrant(kept, removal), kept);
      return kind === undefined ? [] : [{ kind, text: `${removal.owner}: ${removal.text}` }];
    }),
  ];
}

function keptGrant({ grants }: Kept, { owner, text }: Removal): KeptGrant | undefined {
  const functionName = owner.replace(/Role[0-9A-F]{8}$/, "");
  return grants.find((one) => one.functionName === functionName && text.endsWith(one.grant));
}

function kindOfUnused(keeping: KeptGrant | undefined, { release }: Kept) {
  if (keeping === undefined) return "allowed but never used" as const;
  const isDue = keeping.goesIn.localeCompare(release, "en", { numeric: true }) <= 0;
  return isDue ? ("kept for too long" as const) : undefined;
}
