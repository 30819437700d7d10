import { counted, critical, type Finding, named, orFine, warning } from "./finding.ts";

/** How a stack, its tables and its user pool are kept from being deleted. */
export interface ProtectionFacts {
  /** Whether the stage keeps its data; undefined for versions that did not say so. */
  keepsData: boolean | undefined;
  terminationProtection: boolean;
  tables: { name: string; deletionProtection: boolean; pointInTimeRecovery: boolean }[];
  /** "none" for a stack where people sign in at an identity provider of their own. */
  userPool: "protected" | "deletable" | "gone" | "none";
}

/** Says which data can be deleted or could not be restored. */
export function judgeProtection(facts: ProtectionFacts): Finding[] {
  const { keepsData, terminationProtection, tables, userPool } = facts;
  if (keepsData === false) {
    return orFine(gone(userPool), "the stage is ephemeral: its data are not protected");
  }
  const deletable = tables.filter((table) => !table.deletionProtection).map(({ name }) => name);
  const unrestorable = tables.filter((table) => !table.pointInTimeRecovery).map(nameOf);
  const findings = gone(userPool);
  if (unrestorable.length > 0) {
    findings.push(
      critical(
        `point-in-time recovery is off for ${ofAll(unrestorable, tables)}`,
        'deploy again with "npx cdk deploy": somebody has turned it off by hand',
      ),
    );
  }
  if (deletable.length > 0) {
    findings.push(warning(`${ofAll(deletable, tables)} can be deleted`, protect));
  }
  if (userPool === "deletable") {
    findings.push(warning("the user pool can be deleted, and no backup of it exists", protect));
  }
  if (!terminationProtection) {
    findings.push(warning("the stack has no termination protection", protect));
  }
  const pool = userPool === "protected" ? ", the user pool" : "";
  const all = `the stack${pool} and ${counted(tables.length, "table")} are protected from deletion, the tables with point-in-time recovery`;
  return orFine(findings, all);
}

function gone(userPool: ProtectionFacts["userPool"]): Finding[] {
  if (userPool !== "gone") return [];
  return [
    critical(
      "the user pool of the stack no longer exists: nobody can sign in to the console",
      'see docs/operators/recover-data.md, "A deleted user pool"',
    ),
  ];
}

const protect = "set protectData to true and deploy again";

function nameOf({ name }: { name: string }): string {
  return name;
}

function ofAll(names: string[], tables: unknown[]): string {
  return `${names.length} of ${counted(tables.length, "table")} (${named(names)})`;
}
