// @module-tag all
import { expect, test } from "vitest";
import { randomBase62 } from "../../../adapters/random.ts";
import { createAlert } from "../../../core/alerts/manage-alerts.ts";
import { eventually } from "../../eventually.ts";
import { alertSetup } from "../alert-service.ts";
import { count } from "../alerts/alert-customer.ts";
import { createMember, operator } from "../people-service.ts";
import { askRoute, replyOf } from "../private-api.ts";
import { createCounter, createOrganization, signIn, stores } from "../service.ts";
import { addChannel } from "./chat-service.ts";
import { mailsTo } from "./mailbox.ts";

test("bounces and complaints stop mail to their readers, who get no next one until they want mail again", async () => {
  const organization = await createOrganization("enterprise");
  const owner = async (what: string) => {
    const email = `${what}+${randomBase62(10).toLowerCase()}@simulator.amazonses.com`;
    const { cookie } = await createMember(organization, "owner", await signIn({ email }));
    const own = async () => await replyOf("GET /api/organization/mail", {}, { cookie });
    return { email, cookie, own };
  };
  const [bouncing, complaining, answering] = [
    await owner("bounce"),
    await owner("complaint"),
    await owner("ooto"),
  ];
  expect(await bouncing.own()).toEqual({
    ...{ address: bouncing.email, stopped: null, tested: null },
  });
  const counter = await createCounter(organization);
  const setup = { ...alertSetup("counter", counter, { kind: "absolute", at: 1 }), name: "Full" };
  await createAlert(stores, setup, operator);
  await count(counter, "up");

  for (const [{ own }, reason] of [
    [bouncing, "bounce"] as const,
    [complaining, "complaint"] as const,
  ]) {
    const stopped = await eventually(
      reason,
      async () => (await own()).stopped ?? undefined,
      100_000,
    );
    expect(stopped.reason).toBe(reason);
  }
  // The page of the alert names who hears of it now.
  const channel = await addChannel(organization);
  const hearing = await replyOf(
    "GET /api/organization/{organizationId}/notifications/alert-hearers",
    { organizationId: organization.id },
    { cookie: answering.cookie },
  );
  expect(hearing).toMatchObject({ hearers: [{}], channels: [{ id: channel.id }] });
  await count(counter, "down");
  await count(counter, "up");
  // What passes by stops nothing.
  await mailsTo(answering.email, 2, 100_000);
  expect(await answering.own()).toMatchObject({ stopped: null });
  expect(await mailsTo(bouncing.email, 1)).toHaveLength(1);
  expect(await mailsTo(complaining.email, 1)).toHaveLength(1);

  const { cookie } = bouncing;
  const testMail = "POST /api/organization/{organizationId}/notifications/test";
  const path = { organizationId: organization.id };
  const { askedAt } = await replyOf(testMail, path, { cookie: answering.cookie });
  await eventually("that the test mail was sent", async () =>
    (await answering.own()).tested?.askedAt === askedAt ? true : undefined,
  );
  expect(await mailsTo(answering.email, 3)).toHaveLength(3);
  expect((await askRoute(testMail, path, { cookie: complaining.cookie })).status).toBe(409);
  await replyOf("POST /api/organization/mail/resume", {}, { cookie });
  await eventually("that mail is sent again", async () =>
    (await bouncing.own()).stopped === null ? true : undefined,
  );
}, 240_000);
