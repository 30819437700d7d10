import { expect, test } from "vitest";
import { deletionPorts } from "../../../../adapters/organizations/deletion/deletion-ports.ts";
import { beginDeletion, continueDeletion } from "../../../../core/organizations/deletion.ts";
import { allTables, fullOrganization, tracesOf } from "../../../system/full-organization.ts";
import { operator } from "../../../system/people-service.ts";
import { client, outputs } from "../../../system/service.ts";

test("x", async () => {
  const full = await fullOrganization();
  console.log(await allTables(), await tracesOf(full.ids));
  const ports = deletionPorts({ clients: { dynamodb: client }, outputs });
  const { id: organizationId } = full.organization;
  const begun = await beginDeletion(ports, { organizationId }, operator);
  expect(begun.result).toBe("begun");
  const run = await continueDeletion(ports, organizationId, { isStopped: () => false });
  console.log(run, await tracesOf(full.ids));
});
