import { compareFields } from "../compare-fields.ts";
import type { ChangedBy } from "../members/changed-by.ts";
import { changeAudit } from "../members/member-audit.ts";
import type { Organization } from "../organizations/organization.ts";
import type {
  OrganizationDecision,
  OrganizationSettingPorts,
} from "../organizations/organization-changes.ts";
import { readTargets, type TargetPorts } from "./overview.ts";

export type PinsChange =
  | { result: "pinned"; pins: string[] }
  | { result: "unknown_targets"; ids: string[] }
  /** `conflict`: another person has pinned others since they were seen. Nothing was written. */
  | { result: "no_such_organization" | "forbidden" | "conflict" };

export interface PinsEdit {
  organizationId: string;
  pins: string[];
  /** What the person saw pinned; absent where it does not matter. */
  seen?: string[] | undefined;
}

/** Sets what the overview of an organization shows, in this order; where none, the service selects. */
export async function changePins(
  ports: OrganizationSettingPorts & TargetPorts,
  { organizationId, pins, seen }: PinsEdit,
  by: ChangedBy,
): Promise<PinsChange> {
  const found = await readTargets(ports, organizationId, pins);
  const known = new Set(found.map(({ id }) => id));
  const unknown = pins.filter((id) => !known.has(id));
  if (unknown.length > 0) return { result: "unknown_targets", ids: unknown };
  const pinned = { result: "pinned" as const, pins };
  const decide = (before: Organization): OrganizationDecision<PinsChange> => {
    const current = { pins: before.pins ?? [] };
    const { wanted, conflicting } = compareFields(current, { pins }, seen ? { pins: seen } : {});
    if (conflicting.length > 0) return { result: { result: "conflict" } };
    if (wanted.pins === undefined) return { result: pinned };
    const { id, name } = before;
    const audit = changeAudit(ports, by, {
      ...{ organizationId: id, target: { kind: "organization", id, name } },
      ...{ action: "org.pin", before: current, after: { pins } },
    });
    return { result: pinned, write: { settings: { pins }, audit } };
  };
  const changed = await ports.organizationSettings.change(organizationId, decide);
  return changed ?? { result: "no_such_organization" };
}
