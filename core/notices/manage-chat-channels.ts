import type { ChangedBy } from "../members/changed-by.ts";
import { type AuditPorts, type ChangeAudit, changeAudit } from "../members/member-audit.ts";
import type { NoticeKind } from "../members/preferences.ts";
import { type ReceiverAddressPorts, receiverAddresses } from "../webhooks/endpoint-url.ts";
import type { SealedSecret, SecretOwner } from "../webhooks/signing-secret.ts";
import {
  type ChatChannel,
  type ChatChannelKey,
  type ChatChannels,
  type ChatOutcome,
  channelIn,
  maximumChatChannels,
  type StoredChatChannel,
  withChannel,
  withTest,
} from "./chat-channel.ts";
import { composeTest } from "./chat-message.ts";
import { withRetryNow } from "./outbox.ts";
import type { ReportSchedules } from "./report-schedule.ts";
import { recordOutcome, type SendingChatPorts } from "./send-chat.ts";

/** What was decided, and what to store for it; absent where nothing changes. */
export interface ChannelsDecision<Result> {
  result: Result;
  after?: ChatChannels;
  audit?: ChangeAudit;
  /** What is added, and the result where something had this id before. */
  newId?: { id: string; otherwise: Result };
}

export interface ChatChannelStore {
  get(organizationId: string): Promise<ChatChannels>;
  /**
   * Stores what `decide` makes of the channels, on condition that nobody has changed them since, and decides
   * again where somebody has. `forbidden`: the member may no longer change them.
   */
  change<Result>(
    organizationId: string,
    decide: (before: ChatChannels) => ChannelsDecision<Result>,
  ): Promise<Result | { result: "no_such_organization" | "forbidden" }>;
}

export interface ManageChatPorts extends AuditPorts, ReceiverAddressPorts {
  chatChannels: ChatChannelStore;
  reportSchedules: Pick<ReportSchedules, "begin">;
  sealSecret(secret: string, owner: SecretOwner): Promise<SealedSecret>;
}

/** Why nothing was changed. */
type Refused = { result: "no_such_organization" | "forbidden" | "no_such_channel" };
export type ChatSettings = Pick<ChatChannel, "name" | "kinds">;
export type ChannelResult<Result extends string> =
  | { result: Result; channel: StoredChatChannel }
  | Refused;

export type AddedChatChannel =
  | ChannelResult<"added">
  | { result: "url_refused"; reason: string }
  /** `id_used`: an earlier request of the form has added it, and it was removed since. */
  | { result: "limit_reached" | "id_used" };

/** `id` is that of the form, so that one that is sent again adds nothing. */
export async function addChatChannel(
  ports: ManageChatPorts,
  setup: ChatSettings & { organizationId: string; id: string; url: string },
  by: ChangedBy,
): Promise<AddedChatChannel> {
  const { organizationId, id, name, kinds, url } = setup;
  const found = await receiverAddresses(url, ports);
  if (found.result === "not_allowed") return { result: "url_refused", reason: found.reason };
  if (found.result === "unresolved") {
    return { result: "url_refused", reason: `the host name ${found.host} does not resolve` };
  }
  const sealed = await ports.sealSecret(url, { organizationId, endpointId: id });
  const channel: StoredChatChannel = {
    ...{ id, name, kinds, host: new URL(url).host, lastFour: url.slice(-4) },
    ...{ createdAt: new Date(ports.clock.now()).toISOString(), ...sealed },
  };
  await scheduleReport(ports, organizationId, kinds);
  return await ports.chatChannels.change<AddedChatChannel>(organizationId, (before) => {
    const known = channelIn(before, id);
    if (known !== undefined) return { result: { result: "added", channel: known } };
    if (before.channels.length >= maximumChatChannels) {
      return { result: { result: "limit_reached" } };
    }
    return {
      result: { result: "added", channel },
      after: { ...before, channels: [...before.channels, channel] },
      audit: channelAudit(ports, by, { organizationId, action: "channel.add", after: channel }),
      newId: { id, otherwise: { result: "id_used" } },
    };
  });
}

export async function changeChatChannel(
  ports: Omit<ManageChatPorts, "sealSecret">,
  { organizationId, channelId }: ChatChannelKey,
  settings: Partial<ChatSettings>,
  by: ChangedBy,
): Promise<ChannelResult<"changed">> {
  await scheduleReport(ports, organizationId, settings.kinds);
  return await ports.chatChannels.change<ChannelResult<"changed">>(organizationId, (all) => {
    const before = channelIn(all, channelId);
    if (before === undefined) return { result: { result: "no_such_channel" } };
    const channel = { ...before, ...settings };
    const result = { result: "changed" as const, channel };
    if (isSame(before, channel)) return { result };
    const change = { organizationId, action: "channel.change", before, after: channel } as const;
    const audit = channelAudit(ports, by, change);
    return { result, after: withChannel(all, channel), audit };
  });
}

export async function removeChatChannel(
  ports: Omit<ManageChatPorts, "sealSecret">,
  { organizationId, channelId }: ChatChannelKey,
  by: ChangedBy,
): Promise<ChannelResult<"removed">> {
  return await ports.chatChannels.change<ChannelResult<"removed">>(organizationId, (all) => {
    const before = channelIn(all, channelId);
    if (before === undefined) return { result: { result: "no_such_channel" } };
    const channels = all.channels.filter((one) => one !== before);
    return {
      result: { result: "removed", channel: before },
      after: { ...all, channels },
      audit: channelAudit(ports, by, { organizationId, action: "channel.remove", before }),
    };
  });
}

export type TestChatPorts = Pick<ManageChatPorts, "chatChannels"> &
  Pick<SendingChatPorts, "organization" | "post" | "recordState" | "outboxes" | "clock">;

interface TestsUsedUp {
  result: "limit_reached";
  resetSeconds: number;
}

/** Sends a test message; one that arrives lets a stopped channel go on, and sends what was refused. */
export async function testChatChannel(
  ports: TestChatPorts,
  { organizationId, channelId }: ChatChannelKey,
): Promise<{ result: "tested"; outcome: ChatOutcome } | Refused | TestsUsedUp> {
  const organization = await ports.organization(organizationId);
  if (organization === undefined) return { result: "no_such_organization" };
  const counted = await ports.chatChannels.change<
    { result: "counted"; channel: StoredChatChannel } | { result: "no_such_channel" } | TestsUsedUp
  >(organizationId, (all) => {
    const channel = channelIn(all, channelId);
    if (channel === undefined) return { result: { result: "no_such_channel" } };
    const test = withTest(all, ports.clock.now());
    if (!("after" in test)) return { result: { result: "limit_reached", ...test } };
    return { result: { result: "counted", channel }, ...test };
  });
  if (counted.result !== "counted") return counted;
  const { channel } = counted;
  const outcome = await ports.post(organizationId, channel, composeTest(organization));
  await recordOutcome(ports, { organizationId, channel }, outcome);
  if (outcome.result === "sent") {
    const nowMs = ports.clock.now();
    await ports.outboxes.change({ organizationId, recipientId: channelId }, (before) => ({
      outbox: withRetryNow(before, nowMs),
    }));
  }
  return { result: "tested", outcome };
}

async function scheduleReport(
  { reportSchedules, clock }: Pick<ManageChatPorts, "reportSchedules" | "clock">,
  organizationId: string,
  kinds: readonly NoticeKind[] = [],
): Promise<void> {
  if (kinds.includes("report")) await reportSchedules.begin(organizationId, clock.now());
}

function isSame(a: ChatSettings, b: ChatSettings): boolean {
  return a.name === b.name && a.kinds.join() === b.kinds.join();
}

/** Without the URL, of which even the end helps to guess. */
function channelAudit(
  ports: AuditPorts,
  by: ChangedBy,
  change: {
    organizationId: string;
    action: "channel.add" | "channel.change" | "channel.remove";
  } & ({ before: ChatChannel; after?: ChatChannel } | { before?: ChatChannel; after: ChatChannel }),
): ChangeAudit {
  const { organizationId, action, before, after } = change;
  const details = (channel: ChatChannel | undefined) =>
    channel === undefined ? null : { name: channel.name, host: channel.host, kinds: channel.kinds };
  const { id = "", name = "" } = after ?? before ?? {};
  return changeAudit(ports, by, {
    ...{ organizationId, action, target: { kind: "channel", id, name } },
    ...{ before: details(before), after: details(after) },
  });
}
