import { allInOrder } from "../all-in-order.ts";
import type { Clock } from "../clock.ts";
import type { Language } from "../languages.ts";
import type { Member } from "../members/member.ts";
import {
  changedPreferences,
  mailRule,
  type NoticeKind,
  type Preferences,
  type PreferencesChange,
} from "../members/preferences.ts";
import { may } from "../members/role.ts";
import { type ChatChannel, channelHears } from "./chat-channel.ts";
import type { OutboxKey } from "./outbox.ts";
import type { ReportSchedules } from "./report-schedule.ts";
import type { Recipient } from "./send-notices.ts";
import type { TellingPorts } from "./tell-people.ts";
import type { Unsubscription } from "./unsubscription.ts";
import { hears, kindsFor, whoHears } from "./who-hears.ts";

export interface PreferenceStore {
  /**
   * Stores what `decide` makes of a member's preferences, and decides again when others were stored
   * meanwhile; undefined, and nothing is stored, where there is no such member.
   */
  change(key: OutboxKey, decide: (before: Preferences) => Preferences): Promise<Member | undefined>;
}

/** What a member can choose, and what holds now. */
export interface Choices extends Pick<Preferences, "quietHours" | "reportGroupIds"> {
  kinds: { kind: NoticeKind; hears: boolean; isOff: boolean }[];
  language?: Language;
  organizationLanguage: Language;
  timeZone: string;
  address: string | null;
  /** Only such an address gets mail. */
  isVouchedFor: boolean;
}

export function choicesOf({ organization, member, person }: Recipient): Choices {
  const { language, quietHours, reportGroupIds } = member.preferences ?? {};
  const { plan, mails } = organization;
  // Who sees no members has only their own role to hear of.
  const roles = {
    kind: "role" as const,
    ...(!may(member.role, "see_members") && { memberId: member.id }),
  };
  return {
    kinds: kindsFor(member.role, plan).map((kind) => ({
      ...{ kind, hears: hears(kind === "role" ? roles : { kind }, member, organization) },
      isOff: mailRule(kind, mails) === "nobody",
    })),
    ...(language && { language }),
    ...(quietHours && { quietHours }),
    ...(reportGroupIds && { reportGroupIds }),
    ...{ organizationLanguage: organization.language, timeZone: organization.timeZone },
    ...{ address: person.email, isVouchedFor: person.emailVerified },
  };
}

export interface ChoosingPorts {
  preferences: PreferenceStore;
  reportSchedules: Pick<ReportSchedules, "begin">;
  clock: Pick<Clock, "now">;
}

/** Changes what a member has chosen. A person's own choice is no entry of the audit log. */
export async function choose(
  { preferences, reportSchedules, clock }: ChoosingPorts,
  key: OutboxKey,
  change: PreferencesChange,
): Promise<Member | undefined> {
  if (change.kinds?.report) await reportSchedules.begin(key.organizationId, clock.now());
  return await preferences.change(key, (before) => changedPreferences(before, change));
}

/** Switches off what a mail was about; the second time changes nothing. */
export async function unsubscribe(
  store: PreferenceStore,
  { kinds, ...key }: Unsubscription,
): Promise<void> {
  const off = Object.fromEntries(kinds.map((kind) => [kind, false]));
  await store.change(key, (before) => changedPreferences(before, { kinds: off }));
}

export interface HearerPorts
  extends Pick<TellingPorts, "organization" | "members" | "chatChannels"> {
  /** Those of the people who get mail: a vouched-for address that takes it. */
  mailed(personIds: string[]): Promise<Set<string>>;
}

/** The members who get a mail of a kind, and the chat channels that get a message, as things are. */
export async function hearersNow(
  ports: HearerPorts,
  organizationId: string,
  kind: NoticeKind,
): Promise<{ people: Member[]; channels: ChatChannel[] }> {
  const [organization, members, { channels }] = await allInOrder([
    ports.organization(organizationId),
    ports.members(organizationId),
    ports.chatChannels(organizationId),
  ]);
  if (organization === undefined) return { people: [], channels: [] };
  const heard = whoHears({ kind }, members, organization);
  const mailed = await ports.mailed(heard.map(({ personId }) => personId));
  return {
    people: heard.filter(({ personId }) => mailed.has(personId)),
    channels: channels.filter((channel) => channelHears(channel, kind, organization.plan)),
  };
}
