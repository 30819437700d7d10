import { counted, critical, type Finding, fine, named, orFine, warning } from "./finding.ts";

/** How a stack and its tables are kept from being deleted. */
export interface ProtectionFacts {
  /** Whether the stage keeps its data; undefined for versions that did not say so. */
  keepsData: boolean | undefined;
  terminationProtection: boolean;
  tables: { name: string; deletionProtection: boolean; pointInTimeRecovery: boolean }[];
}

/** Says which data can be deleted or could not be restored. */
export function judgeProtection(facts: ProtectionFacts): Finding[] {
  const { keepsData, terminationProtection, tables } = facts;
  if (keepsData === false) return [fine("the stage is ephemeral: its data are not protected")];
  const deletable = tables.filter((table) => !table.deletionProtection).map(({ name }) => name);
  const unrestorable = tables.filter((table) => !table.pointInTimeRecovery).map(nameOf);
  const findings: Finding[] = [];
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
  if (!terminationProtection) {
    findings.push(warning("the stack has no termination protection", protect));
  }
  const all = `the stack and ${counted(tables.length, "table")} are protected from deletion, with point-in-time recovery`;
  return orFine(findings, all);
}

const protect = "set protectData to true and deploy again";

function nameOf({ name }: { name: string }): string {
  return name;
}

function ofAll(names: string[], tables: unknown[]): string {
  return `${names.length} of ${counted(tables.length, "table")} (${named(names)})`;
}
