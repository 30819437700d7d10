import * as z from "zod";
import { Organization, OrganizationSettings } from "../../core/organizations/organization.ts";
import { ofEdit } from "./edit.ts";
import type { Routes } from "./route.ts";

/** What its owners and admins see of an organization. */
export const OrganizationView = Organization.pick({
  id: true,
  name: true,
  plan: true,
  timeZone: true,
  dayStarts: true,
  language: true,
  mails: true,
  createdAt: true,
});
export type OrganizationView = z.infer<typeof OrganizationView>;

const seen = z.string().exactOptional();

/** One setting at a time. */
const OrganizationEdit = ofEdit(
  OrganizationSettings,
  z.object({
    name: z.string().exactOptional(),
    timeZone: z.string().exactOptional(),
    dayStart: z.string().exactOptional(),
    language: z.string().exactOptional(),
    ...{ alertMails: seen, endpointMails: seen, deliveriesMails: seen, roleMails: seen },
    reportMails: seen,
  }),
).refine(({ settings }) => Object.keys(settings).length === 1, "must change one setting");

/** What owners and admins may set of their organization; the plan is the operator's alone. */
export const organizationRoutes = {
  "GET /api/organization/{organizationId}": {
    access: "change_organization",
    reply: OrganizationView,
  },
  "PATCH /api/organization/{organizationId}": {
    access: "change_organization",
    body: OrganizationEdit,
    reply: OrganizationView,
  },
} satisfies Routes;
