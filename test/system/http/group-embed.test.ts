import { expect, test } from "vitest";
import { Oembed, oembedUrl } from "../../../core/embeds/oembed.ts";
import { newGroup } from "../group-service.ts";
import {
  createCounter,
  createOrganization,
  getSite,
  outputs,
  shareGroup,
  stores,
  tapOnce,
} from "../service.ts";

const organization = await createOrganization("free");

test("an embed of a group has its total, capacity and the time of its newest count", async () => {
  const group = await newGroup(organization, { name: "Hall <1>", capacity: 4 });
  const counter = await createCounter(organization, { groupId: group.id, incrementStep: 3 });
  const sessionId = await shareGroup(group);
  const count = async () => await (await getSite(`/embed/${sessionId}/count`)).json();
  const shown = { name: "Hall <1>", count: 0, goalTarget: null, capacity: 4 };
  expect(await count()).toEqual({ ...shown, updatedAt: group.createdAt });
  await tapOnce(counter);
  await expect.poll(async () => (await count()).count).toBe(3);
  const stored = await stores.groups.get({
    organizationId: organization.id,
    groupId: group.id,
  });
  expect(await count()).toEqual({ ...shown, count: 3, updatedAt: stored?.lastCountAt });
  const html = await (await getSite(`/embed/${sessionId}`)).text();
  expect(html).toContain('<span class="number">3</span>');
  expect(html).toContain('<span class="of">of 4</span>');
  expect(html).not.toContain(group.id);
});

test("the metadata of a group's embed has the group's name and the contract's fields", async () => {
  const group = await newGroup(organization, { name: "Hall <1>" });
  const sessionId = await shareGroup(group);
  const response = await fetch(
    `${oembedUrl(outputs.BaseUrl, sessionId)}&maxwidth=900&maxheight=90`,
  );
  const metadata = await response.json();
  expect(metadata).toMatchObject({ type: "rich", version: "1.0", title: "Hall <1>" });
  expect(metadata).toMatchObject({ width: 300, height: 90 });
  expect(Oembed.strict().parse(metadata).html).toContain('title="Live count: Hall &#60;1&#62;"');
});
