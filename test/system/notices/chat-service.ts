import { randomBase62 } from "../../../adapters/random.ts";
import type { NewChatChannel } from "../../../api/private/notices.ts";
import { addChatChannel, removeChatChannel } from "../../../core/notices/manage-chat-channels.ts";
import { operator } from "../../core/audit/operator.ts";
import { stores } from "../service.ts";

export const chat = (() => {
  if (!stores.chat) throw new Error("the service sends no notices");
  return stores.chat;
})();

/** Where nobody listens, unless a test gives a URL. */
export function newChatChannel(url = "https://localhost:4444/hooks/secret-key"): NewChatChannel {
  return { name: "Hall team", url, kinds: ["alert", "endpoint"] };
}

export async function addChannel(
  { id: organizationId }: { id: string },
  differences: Partial<NewChatChannel> = {},
) {
  const id = `chn_${randomBase62(20)}`;
  const setup = { ...newChatChannel(), ...differences, organizationId, id };
  const added = await addChatChannel(chat, setup, operator);
  if (added.result !== "added") throw new Error(`no channel: ${added.result}`);
  return added.channel;
}

/** A new channel in the place of all others: an organization may have five. */
export async function newOnlyChannel(organization: { id: string }) {
  const { id: organizationId } = organization;
  for (const { id: channelId } of (await chat.chatChannels.get(organizationId)).channels) {
    await removeChatChannel(chat, { organizationId, channelId }, operator);
  }
  return await addChannel(organization);
}
