import type { Stores } from "../../adapters/stores.ts";
import { operatorNamed } from "../../core/members/changed-by.ts";
import { defaultChatKinds } from "../../core/notices/chat-channel.ts";
import { addChatChannel, removeChatChannel } from "../../core/notices/manage-chat-channels.ts";
import type { DemoOrganization } from "./demo.ts";

const by = operatorNamed("demo");
const name = "Hall team";

/** Has the organization with alerts tell them on the chat page, at the port of this run. */
export async function ensureDemoChat(
  { chat, randomBase62 }: Stores,
  demo: DemoOrganization[],
  chatUrl: string,
): Promise<void> {
  const organizationId = demo.find(({ plan }) => plan === "enterprise")?.id;
  if (!chat || organizationId === undefined) return;
  const { channels } = await chat.chatChannels.get(organizationId);
  const { host } = new URL(chatUrl);
  const own = channels.find((channel) => channel.name === name);
  if (own?.host === host) return;
  if (own) await removeChatChannel(chat, { organizationId, channelId: own.id }, by);
  const setup = { organizationId, id: `chn_${randomBase62(20)}`, name, kinds: defaultChatKinds };
  await addChatChannel(chat, { ...setup, url: `https://${host}/hooks/hall-team` }, by);
}
