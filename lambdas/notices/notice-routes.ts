import type { noticeRoutes } from "../../api/private/notices.ts";
import { ApiError } from "../../core/api-error.ts";
import type { Member } from "../../core/members/member.ts";
import {
  type ChoosingPorts,
  choicesOf,
  choose,
  type HearerPorts,
  hearersNow,
} from "../../core/notices/choose.ts";
import type { SendingPorts } from "../../core/notices/send-notices.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { noSuchOrganization } from "../private-api/member-access.ts";

interface NoticeRoutePorts
  extends Omit<HearerPorts, "chatChannels">,
    Pick<SendingPorts, "recipient"> {
  /** Absent where this deployment sends no mail. */
  choosing?: (ChoosingPorts & Pick<HearerPorts, "chatChannels">) | undefined;
}

/** What a member hears of, and who hears of an alert. */
export function noticeHandlers(ports: NoticeRoutePorts): PrivateHandlers<typeof noticeRoutes> {
  function checkMail() {
    if (ports.choosing === undefined) throw new ApiError(404, "This deployment sends no mail");
    return ports.choosing;
  }

  async function ownChoices(member: Member) {
    const found = await ports.recipient(keyOf(member));
    if (found === undefined) throw noSuchOrganization();
    return { body: choicesOf(found) };
  }

  return {
    "GET /api/organization/{organizationId}/notifications": async ({ member }) => {
      checkMail();
      return await ownChoices(member);
    },

    "PATCH /api/organization/{organizationId}/notifications": async ({ member, body }) => {
      const choosing = checkMail();
      if (!(await choose(choosing, keyOf(member), body))) throw noSuchOrganization();
      return await ownChoices(member);
    },

    "GET /api/organization/{organizationId}/notifications/alert-hearers": async ({ member }) => {
      const heard = { ...ports, ...checkMail() };
      const { people, channels } = await hearersNow(heard, member.organizationId, "alert");
      const hearers = people.map(({ id, name, email }) => ({
        ...{ memberId: id, name: name ?? email ?? "" },
      }));
      const named = channels.map(({ id, name }) => ({ id, name }));
      return { body: { hearers, channels: named } };
    },
  };
}

function keyOf({ organizationId, personId }: Member) {
  return { organizationId, recipientId: personId };
}
