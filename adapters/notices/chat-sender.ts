import type { StoredChatChannel } from "../../core/notices/chat-channel.ts";
import { chatRequest } from "../../core/notices/chat-message.ts";
import { chatOutcome } from "../../core/notices/chat-response.ts";
import type { SendingChatPorts } from "../../core/notices/send-chat.ts";
import { postToReceiver, type SendOptions } from "../webhooks/https-receiver.ts";
import type { OpenSecret } from "../webhooks/kms-signing-secrets.ts";

/** Posts to chat channels as to endpoints: the same addresses are refused, within the same time. */
export function chatSender({
  openSecret,
  now,
  ...options
}: SendOptions & { openSecret: OpenSecret; now(): number }): SendingChatPorts["post"] {
  return async (organizationId: string, channel: StoredChatChannel, text: string) => {
    const url = await openSecret(channel, { organizationId, endpointId: channel.id });
    return chatOutcome(await postToReceiver(chatRequest(url, text), options), now());
  };
}
