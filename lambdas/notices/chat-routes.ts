import type { ChatChannelView, chatRoutes } from "../../api/private/notices.ts";
import { ApiError } from "../../core/api-error.ts";
import { idCreatedBy } from "../../core/form-ids.ts";
import { asMember } from "../../core/members/changed-by.ts";
import {
  type ChatChannel,
  maximumChatChannels,
  testsADay,
} from "../../core/notices/chat-channel.ts";
import { isChatChannelId } from "../../core/notices/chat-channel-id.ts";
import {
  type AddedChatChannel,
  addChatChannel,
  type ChannelResult,
  changeChatChannel,
  type ManageChatPorts,
  removeChatChannel,
  type TestChatPorts,
  testChatChannel,
} from "../../core/notices/manage-chat-channels.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { createdAlready } from "../private-api/created-already-errors.ts";
import { forbidden, noSuchOrganization } from "../private-api/member-access.ts";
import { limitReached, notFound } from "../private-api/resource-errors.ts";

/** Chat channels as owners manage them; without ports the service sends no notices, and has none. */
export function chatHandlers(
  found: (ManageChatPorts & TestChatPorts) | undefined,
): PrivateHandlers<typeof chatRoutes> {
  const ports = () => {
    if (found === undefined) throw noSuchChannel();
    return found;
  };
  const channelOf = async (path: { organizationId: string; channelId: string }) => {
    const { channels } = await ports().chatChannels.get(path.organizationId);
    const channel = channels.find(({ id }) => id === path.channelId);
    if (channel === undefined) throw noSuchChannel();
    return channel;
  };
  return {
    "GET /api/webhooks/{organizationId}/channels": async ({ path }) => {
      if (found === undefined) return { body: { channels: [], maximum: 0 } };
      const { channels } = await found.chatChannels.get(path.organizationId);
      return { body: { channels: channels.map(viewOf), maximum: maximumChatChannels } };
    },

    "POST /api/webhooks/{organizationId}/channels": async ({ path, member, body }) => {
      const { organizationId } = path;
      const { formId, ...wanted } = body;
      const id = idCreatedBy({ kind: "chn", member, formId });
      const setup = { ...wanted, organizationId, id };
      const added = await addChatChannel(ports(), setup, asMember(member));
      if (added.result !== "added") throw refused(added);
      return { body: viewOf(added.channel), statusCode: 201 };
    },

    "PATCH /api/webhooks/{organizationId}/channels/{channelId}": async (request) => {
      const { path, member, body } = request;
      const changed = await changeChatChannel(ports(), keyOf(path), body, asMember(member));
      if (changed.result !== "changed") throw refused(changed);
      return { body: viewOf(changed.channel) };
    },

    "DELETE /api/webhooks/{organizationId}/channels/{channelId}": async ({ path, member }) => {
      const removed = await removeChatChannel(ports(), keyOf(path), asMember(member));
      if (removed.result !== "removed") throw refused(removed);
      return { body: removed.channel };
    },

    "POST /api/webhooks/{organizationId}/channels/{channelId}/test": async ({ path }) => {
      const tested = await testChatChannel(ports(), keyOf(path));
      if (tested.result === "limit_reached") {
        const { resetSeconds } = tested;
        const sent = `${testsADay} test messages in 24 hours, the most`;
        throw new ApiError(429, `The organization has sent ${sent}: try again later`, {
          code: "RATE_LIMITED",
          headers: { "retry-after": String(resetSeconds) },
        });
      }
      if (tested.result !== "tested") throw refused(tested);
      const { outcome } = tested;
      const refusal = outcome.result === "sent" ? null : outcome.reason;
      return { body: { channel: viewOf(await channelOf(path)), refusal } };
    },
  };
}

function keyOf(path: { organizationId: string; channelId: string }) {
  if (!isChatChannelId(path.channelId)) throw noSuchChannel();
  return path;
}

function viewOf(channel: ChatChannel): ChatChannelView {
  const { stoppedAt = null, failingSince = null, lastError = null, ...always } = channel;
  return { ...always, stoppedAt, failingSince, lastError };
}

type Refusal = Exclude<AddedChatChannel | ChannelResult<"added">, { result: "added" }>;

function refused(refusal: Refusal): ApiError {
  switch (refusal.result) {
    case "url_refused": {
      const { reason } = refusal;
      const details = { code: "INVALID_BODY", field: "url", reason };
      return new ApiError(400, `Invalid request: ${reason}`, details);
    }
    case "limit_reached":
      return limitReached({
        ...{ maximum: maximumChatChannels, of: "chat channels", remedy: "remove one first" },
      });
    case "id_used":
      return createdAlready("chat channel", undefined);
    case "no_such_organization":
      return noSuchOrganization();
    case "no_such_channel":
      return noSuchChannel();
    case "forbidden":
      return forbidden();
  }
}

function noSuchChannel(): ApiError {
  return notFound("chat channel");
}
