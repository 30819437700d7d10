import { expect, test } from "vitest";
import type { RouteKey } from "../../../api/private/route.ts";
import { createCounter, createOrganization } from "../service.ts";
import { type ConsoleUser, consoleUser, setupPath } from "./console-user.ts";

// People who edit the same at the same moment have all seen the same: what the first of them sets must
// not be replaced unseen, however their requests fall.

const names = ["A", "B", "C", "D", "E"];

interface Edited {
  what: string;
  edit: RouteKey;
  /** Makes one; returns the parameters of its path. */
  make: (user: ConsoleUser) => Promise<object>;
}

const edited: Edited[] = [
  {
    what: "counter",
    edit: `PATCH ${setupPath}/counters/{counterId}`,
    async make(user) {
      const { id } = await user.reply(`POST ${setupPath}/counters`, {}, { name: "Gate" });
      return { counterId: id };
    },
  },
  {
    what: "group",
    edit: `PATCH ${setupPath}/groups/{groupId}`,
    async make(user) {
      const group = { name: "Gate", capacity: null };
      return { groupId: (await user.reply(`POST ${setupPath}/groups`, {}, group)).id };
    },
  },
  {
    what: "organization",
    edit: "PATCH /api/organization/{organizationId}",
    make: (user) =>
      user.reply("PATCH /api/organization/{organizationId}", {}, { settings: { name: "Gate" } }),
  },
  {
    what: "endpoint",
    edit: "PATCH /api/webhooks/{organizationId}/endpoints/{endpointId}",
    async make(user) {
      const setup = { url: urlOf("Gate"), events: ["counter.increment"] };
      const key = "POST /api/webhooks/{organizationId}/endpoints";
      return { endpointId: (await user.reply(key, {}, setup)).endpoint.id };
    },
  },
  {
    what: "alert",
    edit: "PATCH /api/alerts/{organizationId}/{alertId}",
    async make(user) {
      const { id: targetId } = await createCounter(user.organization, { goalTarget: 9 });
      const setup = { name: "Gate", scope: "counter", targetId, kind: "at_capacity" };
      return { alertId: (await user.reply("POST /api/alerts/{organizationId}", {}, setup)).id };
    },
  },
];

const urlOf = (name: string) => `https://localhost:8443/${name}`;

test.each(edited)("one edit of a $what is made, and the others are told", async (kind) => {
  const user = await consoleUser("owner", await createOrganization("enterprise"));
  const called = (name: string) => (kind.what === "endpoint" ? { url: urlOf(name) } : { name });
  // More than once, because requests can also come one after the other.
  for (let round = 0; round < 2; round += 1) {
    const at = await kind.make(user);
    const all = names.map((name) =>
      user.request<RouteKey>(kind.edit, at, { settings: called(name), seen: called("Gate") }),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409]);
  }
});
