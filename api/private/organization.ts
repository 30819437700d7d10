import * as z from "zod";
import { NewName } from "../../core/display-name.ts";
import { Organization } from "../../core/organizations/organization.ts";
import { TimeZone } from "../../core/time-zone.ts";
import type { Routes } from "./route.ts";

/** What its owners and admins see of an organization. */
export const OrganizationView = Organization.pick({
  id: true,
  name: true,
  plan: true,
  timeZone: true,
  createdAt: true,
});
export type OrganizationView = z.infer<typeof OrganizationView>;

/** One setting at a time. */
export const OrganizationChange = z
  .object({
    name: NewName.exactOptional(),
    timeZone: TimeZone.exactOptional(),
    /** The setting as it was seen: if somebody else has changed it, nothing is written. */
    seen: z.object({ name: z.string(), timeZone: z.string() }).partial().exactOptional(),
  })
  .refine(
    ({ name, timeZone }) => (name === undefined) !== (timeZone === undefined),
    "must change one setting",
  );
export type OrganizationChange = z.infer<typeof OrganizationChange>;

/** What owners and admins may set of their organization; the plan is the operator's alone. */
export const organizationRoutes = {
  "GET /api/organization/{organizationId}": {
    access: "change_organization",
    reply: OrganizationView,
  },
  "PATCH /api/organization/{organizationId}": {
    access: "change_organization",
    body: OrganizationChange,
    reply: OrganizationView,
  },
} satisfies Routes;
