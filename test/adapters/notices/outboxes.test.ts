import { expect, test } from "vitest";
import {
  dynamodbDueOutboxes,
  dynamodbOutboxes,
} from "../../../adapters/notices/dynamodb-outboxes.ts";
import { systemClock } from "../../../adapters/system-clock.ts";
import type { News } from "../../../core/notices/news.ts";
import { nextMail, type Outbox, withNews as outboxWithNews } from "../../../core/notices/outbox.ts";
import { client, createOrganization, outputs, tables } from "../../system/service.ts";

const named = { ...tables, notices: outputs.NoticesTable ?? "" };
const outboxes = dynamodbOutboxes(client, named, systemClock);
const due = dynamodbDueOutboxes(client, named);

const firing = (organizationId: string, id: string): News => ({
  ...{ organizationId, kind: "alert", id, at: new Date().toISOString(), alertId: id },
  ...{ alertName: "Full", targetId: "grp_1", fired: { place: "Hall", level: 9, threshold: 9 } },
});

const read = async (key: { organizationId: string; recipientId: string }) =>
  (await outboxes.change(key, (outbox) => ({ outbox }))).outbox;

/** In which nothing is due. */
function withNews(before: Outbox, news: News[]): Outbox {
  const { dueAtMs: _, ...outbox } = outboxWithNews(before, news, 0).outbox;
  return outbox;
}

test("changes at the same time are all kept, and each sees the one before", async () => {
  const { id: organizationId } = await createOrganization("enterprise");
  const key = { organizationId, recipientId: "per_1" };
  const ids = ["1", "2", "3", "4"];
  await Promise.all(
    ids.map((id) =>
      outboxes.change(key, (before) => ({
        outbox: withNews(before, [firing(organizationId, id)]),
      })),
    ),
  );
  const { waiting, seen, revision } = await read(key);
  expect([waiting.notices.length, seen.toSorted(), revision]).toEqual([4, ids, 4]);
});

test("an outbox is due from its time on, and not before; one without a time never is", async () => {
  const { id: organizationId } = await createOrganization("enterprise");
  const dueAtMs = Date.parse("2001-01-01T00:00:00.000Z");
  const change = (recipientId: string, differences: Partial<Outbox>) =>
    outboxes.change({ organizationId, recipientId }, (before) => ({
      outbox: { ...withNews(before, [firing(organizationId, "1")]), ...differences },
    }));
  await Promise.all([change("per_1", { dueAtMs }), change("per_2", {})]);
  const own = async (nowMs: number) =>
    (await due(nowMs, 1_000)).filter((one) => one.organizationId === organizationId);
  expect(await own(dueAtMs - 1)).toEqual([]);
  expect(await own(dueAtMs)).toEqual([{ organizationId, recipientId: "per_1" }]);
  await outboxes.change({ organizationId, recipientId: "per_1" }, ({ dueAtMs: _, ...outbox }) => ({
    outbox,
  }));
  expect(await own(Date.now())).toEqual([]);
});

test("a claimed mail is read as it was stored", async () => {
  const { id: organizationId } = await createOrganization("enterprise");
  const key = { organizationId, recipientId: "per_1" };
  const nowMs = Date.now();
  const { outbox } = await outboxes.change(key, (before) =>
    nextMail(withNews(before, [firing(organizationId, "1")]), {
      mailId: "mail",
      nowMs,
      hears: () => true,
    }),
  );
  expect(await read(key)).toEqual({ ...outbox, revision: 1 });
});

test("a deleted organization gets no new outbox", async () => {
  const key = { organizationId: "org_00000000000000000gone", recipientId: "per_1" };
  const news = [firing(key.organizationId, "1")];
  const writing = outboxes.change(key, (before) => ({ outbox: withNews(before, news) }));
  await expect(writing).rejects.toThrow(/changed 20 times/);
  expect((await read(key)).revision).toBe(0);
});
