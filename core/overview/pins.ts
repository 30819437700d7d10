import type { ChangedBy } from "../members/changed-by.ts";
import { changeAudit } from "../members/member-audit.ts";
import type { Organization } from "../organizations/organization.ts";
import type { OrganizationSettingPorts } from "../organizations/organization-changes.ts";
import { readTargets, type TargetPorts } from "./overview.ts";

export type PinsChange =
  | { result: "pinned"; pins: string[] }
  | { result: "unknown_targets"; ids: string[] }
  | { result: "no_such_organization" | "forbidden" };

/** Sets what the overview of an organization shows, in this order; without pins it selects. */
export async function changePins(
  ports: OrganizationSettingPorts & TargetPorts,
  { organizationId, pins }: { organizationId: string; pins: string[] },
  by: ChangedBy,
): Promise<PinsChange> {
  const found = await readTargets(ports, organizationId, pins);
  const known = new Set(found.map(({ id }) => id));
  const unknown = pins.filter((id) => !known.has(id));
  if (unknown.length > 0) return { result: "unknown_targets", ids: unknown };
  const pinned = { result: "pinned" as const, pins };
  const decide = (before: Organization) => {
    if ((before.pins ?? []).join() === pins.join()) return { result: pinned };
    const { id, name } = before;
    const audit = changeAudit(ports, by, {
      ...{ organizationId: id, target: { kind: "organization", id, name } },
      ...{ action: "org.pin", before: { pins: before.pins ?? [] }, after: { pins } },
    });
    return { result: pinned, write: { settings: { pins }, audit } };
  };
  const changed = await ports.organizationSettings.change(organizationId, decide);
  return changed ?? { result: "no_such_organization" };
}
