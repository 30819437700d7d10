import * as z from "zod";
import { isGroupId } from "../../core/counters/counter.ts";
import { NewName } from "../../core/display-name.ts";
import { languages } from "../../core/languages.ts";
import {
  noticeKinds,
  PreferencesChange,
  QuietHours,
  ReportGroupIds,
} from "../../core/members/preferences.ts";
import { ofForm } from "./form-id.ts";
import type { Routes } from "./route.ts";
import { EndpointUrl } from "./webhooks.ts";

const Kinds = z
  .array(z.enum(noticeKinds))
  .min(1, "choose at least one")
  .max(noticeKinds.length)
  .transform((kinds) => [...new Set(kinds)]);

export const NewChatChannel = z.object({ name: NewName, url: EndpointUrl, kinds: Kinds });
export type NewChatChannel = z.infer<typeof NewChatChannel>;

export const ChatChannelEdit = NewChatChannel.pick({ name: true, kinds: true });

/** What owners see of a chat channel: never its URL, with which anybody can post. */
export const ChatChannelView = z.object({
  id: z.string(),
  name: z.string(),
  kinds: z.array(z.enum(noticeKinds)),
  host: z.string(),
  lastFour: z.string(),
  createdAt: z.iso.datetime(),
  /** Since when nothing is sent, because its server said that it is gone; null otherwise. */
  stoppedAt: z.iso.datetime().nullable(),
  failingSince: z.iso.datetime().nullable(),
  lastError: z.string().nullable(),
});
export type ChatChannelView = z.infer<typeof ChatChannelView>;

/** Oldest first. `maximum` is 0 where the service sends no notices. */
export const ChatChannelList = z.object({
  channels: z.array(ChatChannelView),
  maximum: z.int(),
});
export type ChatChannelList = z.infer<typeof ChatChannelList>;

/** The channel after a test message, and why that was refused; null where it arrived. */
export const TestedChatChannel = z.object({
  channel: ChatChannelView,
  refusal: z.string().nullable(),
});

const manage = { access: "manage_notices", onEveryPlan: true } as const;

/** Chat channels, beside the endpoints whose sender they use. */
export const chatRoutes = {
  "GET /api/webhooks/{organizationId}/channels": { ...manage, reply: ChatChannelList },
  "POST /api/webhooks/{organizationId}/channels": {
    ...manage,
    body: ofForm(NewChatChannel),
    reply: ChatChannelView,
  },
  "PATCH /api/webhooks/{organizationId}/channels/{channelId}": {
    ...manage,
    body: ChatChannelEdit,
    reply: ChatChannelView,
  },
  "DELETE /api/webhooks/{organizationId}/channels/{channelId}": {
    ...manage,
    reply: ChatChannelView.pick({ id: true, name: true }),
  },
  "POST /api/webhooks/{organizationId}/channels/{channelId}/test": {
    ...manage,
    reply: TestedChatChannel,
  },
} satisfies Routes;

/** What a member hears of in an organization, as they have chosen it or by their role. */
export const NotificationsView = z.object({
  /** Only those that the plan and the role have. */
  kinds: z.array(
    z.object({
      ...{ kind: z.enum(noticeKinds), hears: z.boolean() },
      /** Whether the organization's owners have switched it off for everybody. */
      isOff: z.boolean(),
    }),
  ),
  /** Absent: that of the organization. */
  language: z.enum(languages).exactOptional(),
  organizationLanguage: z.enum(languages),
  quietHours: QuietHours.exactOptional(),
  /** Absent: all groups are in the report. */
  reportGroupIds: ReportGroupIds.exactOptional(),
  /** In which the quiet hours are. */
  timeZone: z.string(),
  address: z.string().nullable(),
  /** Whether the identity provider vouches for the address; no other one gets mail. */
  isVouchedFor: z.boolean(),
});
export type NotificationsView = z.infer<typeof NotificationsView>;

/** Who hears when an alert fires: those whom the service would tell first stand first. */
export const HearerList = z.object({
  hearers: z.array(z.object({ memberId: z.string(), name: z.string() })),
  /** The chat channels that get a message. */
  channels: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type HearerList = z.infer<typeof HearerList>;

/** Each group once, and nothing else: every notice reads what is stored here. */
export const NotificationsChange = PreferencesChange.extend({
  reportGroupIds: ReportGroupIds.refine((ids) => ids.every(isGroupId), "must be ids of groups")
    .transform((ids) => [...new Set(ids)])
    .nullable()
    .exactOptional(),
});

/** The signed-in member's own; without mail they do not exist. */
export const noticeRoutes = {
  "GET /api/organization/{organizationId}/notifications": {
    access: "choose_notifications",
    reply: NotificationsView,
  },
  "PATCH /api/organization/{organizationId}/notifications": {
    access: "choose_notifications",
    body: NotificationsChange,
    reply: NotificationsView,
  },
  "GET /api/organization/{organizationId}/notifications/alert-hearers": {
    access: "manage_alerts",
    // A thousand members, and a hundred people.
    readUnits: 150,
    reply: HearerList,
  },
} satisfies Routes;
