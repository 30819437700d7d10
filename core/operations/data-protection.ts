import { counted, critical, type Finding, fine, named, orFine, warning } from "./finding.ts";

/** How a stack and its tables are kept from being deleted. */
export interface ProtectionFacts {
  /** Whether the stage keeps its data. */
  keepsData: boolean;
  terminationProtection: boolean;
  tables: { name: string; deletionProtection: boolean; pointInTimeRecovery: boolean }[];
}

/** "none" where people sign in at an identity provider that is not the stack's. */
export type UserPoolState = "protected" | "deletable" | "gone" | "none";

/** Says which data can be deleted or could not be restored. */
export function judgeProtection(facts: ProtectionFacts): Finding[] {
  const { keepsData, terminationProtection, tables } = facts;
  if (!keepsData) return [fine("the stage is ephemeral: its data are not protected")];
  const deletable = tables.filter((table) => !table.deletionProtection).map(({ name }) => name);
  const unrestorable = tables.filter((table) => !table.pointInTimeRecovery).map(nameOf);
  const findings: Finding[] = [];
  if (unrestorable.length > 0) {
    findings.push(
      critical(
        `point-in-time recovery is off for ${ofAll(unrestorable, tables)}`,
        'it was turned off by hand: deploy again with "npx cdk deploy"',
      ),
    );
  }
  if (deletable.length > 0) {
    findings.push(warning(`${ofAll(deletable, tables)} can be deleted`, protect));
  }
  if (!terminationProtection) {
    findings.push(warning("the stack has no termination protection", protect));
  }
  const all = `the stack and ${counted(tables.length, "table")} are protected from deletion, and the tables have point-in-time recovery`;
  return orFine(findings, all);
}

/** Says whether the accounts with which people sign in can be lost. */
export function judgeUserPool(
  userPool: UserPoolState,
  keepsData: ProtectionFacts["keepsData"],
): Finding[] {
  if (userPool === "none") return [fine("people sign in at an identity provider of your own")];
  if (userPool === "gone") {
    return [
      critical(
        "the user pool of the stack no longer exists: nobody can sign in to the console",
        'see docs/operators/recover-data.md, "A deleted user pool"',
      ),
    ];
  }
  if (userPool === "protected") return [fine("the user pool is protected from deletion")];
  if (!keepsData) return [fine("the stage is ephemeral: its user pool is not protected")];
  return [warning("the user pool can be deleted, and no backup of it exists", protect)];
}

const protect = "set protectData to true and deploy again";

function nameOf({ name }: { name: string }): string {
  return name;
}

function ofAll(names: string[], tables: unknown[]): string {
  return `${names.length} of ${counted(tables.length, "table")} (${named(names)})`;
}
