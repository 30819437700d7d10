import * as z from "zod";
import { NewName } from "../../core/display-name.ts";
import { noticeKinds } from "../../core/notices/who-hears.ts";
import { ofForm } from "./form-id.ts";
import type { Routes } from "./route.ts";
import { EndpointUrl } from "./webhooks.ts";

const Kinds = z.array(z.enum(noticeKinds)).min(1, "choose at least one").max(noticeKinds.length);

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

const manage = { access: "manage_chat", onEveryPlan: true } as const;

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
