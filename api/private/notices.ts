import * as z from "zod";
import { languages } from "../../core/languages.ts";
import { noticeKinds, PreferencesChange, QuietHours } from "../../core/members/preferences.ts";
import type { Routes } from "./route.ts";

/** What a member hears of in an organization, as they have chosen it or by their role. */
export const NotificationsView = z.object({
  /** Only those that the plan and the role have. */
  kinds: z.array(z.object({ kind: z.enum(noticeKinds), hears: z.boolean() })),
  /** Absent: that of the organization. */
  language: z.enum(languages).exactOptional(),
  organizationLanguage: z.enum(languages),
  quietHours: QuietHours.exactOptional(),
  /** In which the quiet hours are. */
  timeZone: z.string(),
  address: z.string().nullable(),
  /** Whether the identity provider vouches for the address; no other one gets mail. */
  isVouchedFor: z.boolean(),
});
export type NotificationsView = z.infer<typeof NotificationsView>;

/** Who gets a mail when an alert fires: those whom the service would tell first stand first. */
export const HearerList = z.object({
  hearers: z.array(z.object({ memberId: z.string(), name: z.string() })),
});
export type HearerList = z.infer<typeof HearerList>;

/** The signed-in member's own; without mail they do not exist. */
export const noticeRoutes = {
  "GET /api/organization/{organizationId}/notifications": {
    access: "choose_notifications",
    reply: NotificationsView,
  },
  "PATCH /api/organization/{organizationId}/notifications": {
    access: "choose_notifications",
    body: PreferencesChange,
    reply: NotificationsView,
  },
  "GET /api/organization/{organizationId}/notifications/alert-hearers": {
    access: "manage_alerts",
    // A thousand members, and a hundred people.
    readUnits: 150,
    reply: HearerList,
  },
} satisfies Routes;
