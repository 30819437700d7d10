import { ApiError } from "../../core/api-error.ts";
import type { Member } from "../../core/members/member.ts";
import type { OrganizationRecord } from "../../core/organizations/organization.ts";
import { apiPlan, planIncludesWebhooks } from "../../core/organizations/plan.ts";
import type { HttpEvent } from "../http/message.ts";
import { type MemberAccess, noSuchOrganization } from "../private-api/member-access.ts";

/** Lets owners and admins of organizations whose plan has webhooks do something. */
export interface WebhookAccess {
  /** Reads while the plan is checked; discards the result if the plan has no webhooks. */
  read<Result>(event: HttpEvent, read: (member: Member) => Promise<Result>): Promise<Result>;
  /** Changes something once the plan is known. */
  change<Result>(event: HttpEvent, change: (member: Member) => Promise<Result>): Promise<Result>;
}

type ReadOrganization = (organizationId: string) => Promise<OrganizationRecord | undefined>;

export function webhookAccess(access: MemberAccess, organization: ReadOrganization): WebhookAccess {
  async function checkPlan(organizationId: string): Promise<void> {
    const record = await organization(organizationId);
    if (record === undefined) throw noSuchOrganization();
    if (!planIncludesWebhooks(record.organization.plan)) throw planRequired();
  }

  return {
    async read(event, read) {
      const { member } = await access.member(event, "manage_webhooks");
      const reading = read(member);
      // The plan's refusal comes first, but not before the read has ended: Lambda freezes what is under
      // way once the response is sent.
      const settled = reading.catch(() => {});
      await checkPlan(member.organizationId).finally(() => settled);
      return await reading;
    },

    async change(event, change) {
      const { member } = await access.member(event, "manage_webhooks");
      await checkPlan(member.organizationId);
      return await change(member);
    },
  };
}

export function planRequired(): ApiError {
  return new ApiError(403, "Webhooks need the Pro or Enterprise plan", {
    code: "PLAN_REQUIRED",
    requiredPlan: apiPlan,
  });
}
