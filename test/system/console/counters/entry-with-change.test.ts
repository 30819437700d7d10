// @module-tag all
import { randomUUID } from "node:crypto";
import type { Context } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AuditEntryView } from "../../../../api/private/audit.ts";
import { adjustCounter } from "../../../../core/counters/settings/adjust-counter.ts";
import type { HttpEvent } from "../../../../lambdas/http/message.ts";
import { deaths, mortalProxy } from "../../../adapters/mortal-proxy.ts";
import { operator } from "../../../core/audit/operator.ts";
import { createOrganization, outputs, stores } from "../../service.ts";
import { fileBody } from "../asked-routes.ts";
import { type ConsoleUser, consoleUser, setupPath } from "../console-user.ts";
import { leaveFunction, type ManageCounters, manageCountersAt } from "./function-at.ts";

// The function dies at each of its writes, and the person sends the same request again.

let handler: ManageCounters;
let proxy: Awaited<ReturnType<typeof mortalProxy>>;

beforeAll(async () => {
  proxy = await mortalProxy();
  handler = await manageCountersAt(proxy.endpoint);
});

afterAll(async () => {
  leaveFunction();
  await proxy.close();
});

interface Asked {
  /** Method and path in the area. */
  route: `${"POST" | "PATCH" | "DELETE"} /${string}`;
  parameters?: Record<string, string>;
  body: object;
}

/** A request to the function in this process. */
async function ask({ organization, cookie }: ConsoleUser, { route, parameters, body }: Asked) {
  const [method = "", path = ""] = route.split(" ");
  const pathParameters = { organizationId: organization.id, ...parameters };
  const rawPath = Object.entries(pathParameters).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, value),
    `${setupPath}${path}`,
  );
  const event = {
    version: "2.0",
    rawPath,
    rawQueryString: "",
    cookies: [cookie],
    headers: { "content-type": "application/json", origin: outputs.ConsoleUrl },
    requestContext: {
      requestId: "r",
      routeKey: `${method} ${setupPath}${path}`,
      http: { method, path: rawPath, sourceIp: "127.0.0.1" },
    },
    pathParameters,
    body: JSON.stringify(body),
  } as unknown as HttpEvent;
  const context = { awsRequestId: "r", getRemainingTimeInMillis: () => 30_000 } as Context;
  const response = await handler(event, context);
  return { status: response.statusCode ?? 200, body: JSON.parse(String(response.body)) };
}

/** The entries of these actions, oldest first. */
async function entriesOf(user: ConsoleUser, action: string): Promise<AuditEntryView[]> {
  return (await user.auditLog({ action, limit: 100 })).toReversed();
}

async function newUser() {
  return await consoleUser("admin", await createOrganization("pro"));
}

async function counterId(user: ConsoleUser, settings = {}): Promise<string> {
  return (await user.reply(`POST ${setupPath}/counters`, {}, { name: "Gate", ...settings })).id;
}

async function groupId(user: ConsoleUser): Promise<string> {
  return (await user.reply(`POST ${setupPath}/groups`, {}, { name: "Hall", capacity: 5 })).id;
}

const formId = () => randomUUID();

/** A change with a form and one without, each of one write, and what the entry says of it. */
const changes: [string, (user: ConsoleUser) => Promise<Asked>, object][] = [
  [
    "counter.create",
    async () => ({ route: "POST /counters", body: { name: "Gate", formId: formId() } }),
    { before: null, after: { name: "Gate", mode: "both" } },
  ],
  [
    "embed.revoke",
    async (user) => {
      const { sessionId } = await user.reply(
        `POST ${setupPath}/counters/{counterId}/embeds`,
        { counterId: await counterId(user) },
        { note: "Press" },
      );
      return { route: "DELETE /embeds/{sessionId}", parameters: { sessionId }, body: {} };
    },
    { target: { id: null, name: "Gate" }, before: { note: "Press" }, after: null },
  ],
];

describe.each(deaths)("a function that %s", (_, death) => {
  test.each(changes)(
    "leaves no %s without its entry, nor with two",
    async (action, asked, entry) => {
      const user = await newUser();
      const request = await asked(user);
      const died = await proxy.untilOneSurvives(
        death,
        async () => (await ask(user, request)).status < 500,
      );
      expect(died).toBeGreaterThan(0);
      // Once more, although nothing was lost.
      expect((await ask(user, request)).status).toBeLessThan(500);
      const actor = { kind: "member", id: user.member.id };
      expect(await entriesOf(user, action)).toMatchObject([{ action, actor, ...entry }]);
    },
  );

  test("resets each counter of a group once, and says how many each request has set", async () => {
    const user = await newUser();
    const id = await groupId(user);
    const names = ["A", "B", "C"];
    const ids = await Promise.all(names.map((name) => counterId(user, { name, groupId: id })));
    const key = (counterId: string) => ({ organizationId: user.organization.id, counterId });
    for (const one of ids) await adjustCounter(stores, { key: key(one), to: 4 }, operator);
    const route = "POST /groups/{groupId}/reset";
    const request: Asked = { route, parameters: { groupId: id }, body: { formId: formId() } };
    await proxy.untilOneSurvives(death, async () => (await ask(user, request)).status < 500);
    // Whatever is sent again, the response says what the form has done.
    const { body } = await ask(user, request);
    expect(body).toEqual({ adjusted: 3, unchanged: 0, outOfRange: 0, next: null });
    const events = ids.map((one) => stores.countEvents.page(key(one), { limit: 9 }));
    expect((await Promise.all(events)).map((page) => page.map(({ count }) => count))).toEqual(
      ids.map(() => [0, 4]),
    );
    const entries = await entriesOf(user, "group.reset");
    expect(entries.reduce((sum, { after }) => sum + Number(after?.adjusted), 0)).toBe(3);
  });

  test("says of an import how much each request has created", async () => {
    const user = await newUser();
    const rows = Array.from({ length: 150 }, (_, index) => `Gate ${index},Hall ${index % 2}`);
    const body = fileBody(["name,groupName", ...rows].join("\n"), true);
    const request: Asked = { route: "POST /imports", body };
    await proxy.untilOneSurvives(death, async () => (await ask(user, request)).status < 500);
    expect((await ask(user, request)).body).toMatchObject({ done: true, created: 0 });
    const entries = await entriesOf(user, "counter.import");
    const total = (field: string) =>
      entries.reduce((sum, { after }) => sum + Number(after?.[field]), 0);
    expect([total("created"), total("groups")]).toEqual([150, 2]);
    expect(await entriesOf(user, "group.create")).toHaveLength(2);
  });
});
