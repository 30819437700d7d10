import { ApiError } from "../../core/api-error.ts";
import type { OrganizationRecord } from "../../core/organizations/organization.ts";
import { apiPlan, planIncludesWebhooks } from "../../core/organizations/plan.ts";
import { noSuchOrganization } from "../private-api/member-access.ts";

type ReadOrganization = (organizationId: string) => Promise<OrganizationRecord | undefined>;

/** Lets only organizations pass whose plan has webhooks. */
export function webhookPlanCheck(read: ReadOrganization) {
  return async (organizationId: string): Promise<void> => {
    const record = await read(organizationId);
    if (record === undefined) throw noSuchOrganization();
    if (!planIncludesWebhooks(record.organization.plan)) throw planRequired();
  };
}

export function planRequired(): ApiError {
  return new ApiError(403, "Webhooks need the Pro or Enterprise plan", {
    code: "PLAN_REQUIRED",
    requiredPlan: apiPlan,
  });
}
