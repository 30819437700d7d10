import { expect, test } from "vitest";
import { createOrganization } from "../service.ts";
import { type ConsoleUser, consoleUser, setupPath } from "./console-user.ts";

// People who edit the same at the same moment have all seen the same: what the first of them sets must
// not be replaced unseen, however their requests fall.

const alerts = "/api/alerts/{organizationId}";
const endpoints = "/api/webhooks/{organizationId}/endpoints";
const names = ["A", "B", "C", "D", "E"];

interface Edited {
  what: string;
  /** Makes one, and returns its path. */
  make: (user: ConsoleUser) => Promise<string>;
  edit: (name: string) => object;
}

const edited: Edited[] = [
  {
    what: "counter",
    make: async (user) => {
      const path = `${setupPath}/counters`;
      return `${path}/${(await user.expectStatus(201, "POST", path, { name: "Gate" })).id}`;
    },
    edit: (name) => ({ settings: { name }, seen: { name: "Gate" } }),
  },
  {
    what: "group",
    make: async (user) => {
      const path = `${setupPath}/groups`;
      const group = { name: "Gate", capacity: null };
      return `${path}/${(await user.expectStatus(201, "POST", path, group)).id}`;
    },
    edit: (name) => ({ settings: { name }, seen: { name: "Gate" } }),
  },
  {
    what: "organization",
    make: async (user) => {
      const path = "/api/organization/{organizationId}";
      await user.expectStatus(200, "PATCH", path, { settings: { name: "Gate" } });
      return path;
    },
    edit: (name) => ({ settings: { name }, seen: { name: "Gate" } }),
  },
  {
    what: "endpoint",
    make: async (user) => {
      const setup = { url: "https://localhost:8443/", events: ["counter.increment"] };
      const { endpoint } = await user.reply(`POST ${endpoints}`, {}, setup);
      return `${endpoints}/${endpoint.id}`;
    },
    edit: (name) => ({
      settings: { url: `https://localhost:8443/${name}` },
      seen: { url: "https://localhost:8443/" },
    }),
  },
  {
    what: "alert",
    make: async (user) => {
      const watched = { name: "Hall", goalTarget: 9 };
      const { id: targetId } = await user.reply(`POST ${setupPath}/counters`, {}, watched);
      const rule = { scope: "counter", targetId, kind: "at_capacity" };
      const alert = await user.reply(`POST ${alerts}`, {}, { name: "Gate", ...rule });
      return `${alerts}/${alert.id}`;
    },
    edit: (name) => ({ settings: { name }, seen: { name: "Gate" } }),
  },
];

test.each(edited)("one edit of a $what is made, and the others are told", async (kind) => {
  const user = await consoleUser("owner", await createOrganization("enterprise"));
  // More than once, because requests can also come one after the other.
  for (let round = 0; round < 4; round += 1) {
    const path = await kind.make(user);
    const all = names.map((name) => user.ask("PATCH", path, kind.edit(name)));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409]);
  }
});
