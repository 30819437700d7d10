import { beforeEach, expect, test } from "vitest";
import type { StoredGroup } from "../../../../core/groups/group.ts";
import { newGroup, putMember, setTotal } from "../../../system/group-service.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const { json, run } = opsOn(service);

let hall: StoredGroup;
let args: string[];
let counterId: string;
beforeEach(async () => {
  const organization = await service.createOrganization("free");
  hall = await newGroup(organization);
  args = ["group", "recount", "--org", organization.id, hall.id];
  ({ id: counterId } = await service.createCounter(organization, { groupId: hall.id }));
});

test("a total that was right is called right", async () => {
  expect((await run(...args)).stdout).toContain("The total was right: there is no difference.");
  expect(await json(...args)).toMatchObject({
    ...{ id: hall.id, total: 0, counterCount: 1, difference: 0 },
    ...{ outdated: 0, missing: 0, orphaned: 0 },
  });
});

test.each([
  [-1_200n, "The total was 1,200 too low; it is correct now."],
  [3n, "The total was 3 too high; it is correct now."],
])("a total of %d is corrected, and the difference named", async (total, sentence) => {
  await setTotal(hall, total);
  expect((await run(...args)).stdout).toContain(sentence);
  expect(await json(...args)).toMatchObject({ total: 0, difference: 0 });
});

test("members that were wrong are counted, also when the total was right", async () => {
  await putMember(hall, { counterId, count: 4, lastEventId: 4 });
  await setTotal(hall, 0n);
  const { stdout } = await run(...args);
  expect(stdout).toContain("outdated      1\n");
  expect(stdout).toContain("The total was right.\n1 counter corrected.\n");
});
