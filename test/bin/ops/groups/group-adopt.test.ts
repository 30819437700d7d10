import { beforeEach, expect, test } from "vitest";
import { archiveCounter } from "../../../../core/counters/settings/counter-archive.ts";
import { adoptGroup } from "../../../../core/groups/settings/adopt-group.ts";
import type { Organization } from "../../../../core/organizations/organization.ts";
import { operator } from "../../../core/audit/operator.ts";
import { newGroup, sumsOf } from "../../../system/group-service.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const { json, run } = opsOn(service);

let organization: Organization;
let org: string[];
beforeEach(async () => {
  organization = await service.createOrganization("free");
  org = ["--org", organization.id];
});

const old = () => service.createCounter(organization, { groupId: "venue-north" });

const groupIds = async () =>
  (await service.stores.counters.list(organization.id)).map(({ groupId }) => groupId);

test("the counters with the text become a group, with their counts", async () => {
  const [one, two] = [await old(), await old()];
  await service.createCounter(organization, { groupId: "venue-south" });
  await service.tapOnce(one);
  const options = ["--name", "North 🚪", "--capacity", "50"];
  const adopted = await json("group", "adopt", ...org, "venue-north", ...options);
  expect(adopted).toMatchObject({ name: "North 🚪", capacity: 50, total: 1, counterCount: 2 });
  expect((await groupIds()).sort()).toEqual([adopted.id, adopted.id, "venue-south"].sort());
  const shown = await json("group", "show", ...org, adopted.id);
  expect(shown.counters.map(({ id }: { id: string }) => id).sort()).toEqual(
    [one.id, two.id].sort(),
  );
});

test("the same again takes what has come since into the same group, under its first name", async () => {
  await old();
  const first = await json("group", "adopt", ...org, "venue-north", "--name", "North");
  await old();
  const { stdout } = await run("group", "adopt", ...org, "venue-north", "--name", "Other");
  expect(stdout).toContain('1 counter joined the group.\nThe group existed already, as "North"');
  expect(await groupIds()).toEqual([first.id, first.id]);
  expect(await service.stores.groups.list(organization.id)).toHaveLength(1);
});

test("an adoption that was interrupted continues with the same group", async () => {
  for (let count = 0; count < 3; count += 1) await old();
  let done = 0;
  const onProgress = (step: number) => {
    done = step;
  };
  const request = {
    organizationId: organization.id,
    ...{ oldId: "venue-north", setup: { name: "North" }, by: operator },
  };
  const stopped = await adoptGroup(service.stores, request, {
    onProgress,
    isStopped: () => done === 1,
  });
  expect(stopped).toEqual({ result: "stopped", moved: 1, counters: 3 });
  const adopted = await json("group", "adopt", ...org, "venue-north", "--name", "North");
  expect(await groupIds()).toEqual([adopted.id, adopted.id, adopted.id]);
});

test("two adoptions at the same time make one group, in which each counter is once", async () => {
  const counters = [await old(), await old(), await old()];
  for (const counter of counters) await service.tapOnce(counter);
  const adopt = () => json("group", "adopt", ...org, "venue-north", "--name", "North");
  await Promise.all([adopt(), adopt()]);
  const [group, ...others] = await service.stores.groups.list(organization.id);
  expect(others).toEqual([]);
  expect(group && (await sumsOf(group))).toMatchObject({ total: 3n, memberCount: 3 });
});

test("an archived counter keeps the text", async () => {
  const [{ id: counterId }] = [await old(), await old()];
  const key = { organizationId: organization.id, counterId };
  await archiveCounter(service.stores, key, operator);
  const adopted = await json("group", "adopt", ...org, "venue-north", "--name", "North");
  expect(adopted).toMatchObject({ counterCount: 1 });
  expect(await service.stores.storedCounters.get(key)).toMatchObject({ groupId: "venue-north" });
});

test("a text that no counter has is refused, and so is the id of a group", async () => {
  const hall = await newGroup(organization);
  const nothing = await run("group", "adopt", ...org, "venue-north", "--name", "North");
  expect(nothing).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(
      /no counter in use .* has the group id "venue-north"; see: .*counter list/,
    ),
  });
  const group = await run("group", "adopt", ...org, hall.id, "--name", "North");
  expect(group).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/nothing to adopt; see: .*group list/),
  });
  const nowhere = ["--org", "org_00000000000000000000"];
  const orphan = await run("group", "adopt", ...nowhere, "venue-north", "--name", "North");
  expect(orphan).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/no organization/) });
  expect(await service.stores.groups.list(organization.id)).toHaveLength(1);
});
