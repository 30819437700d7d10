import { expect, test } from "vitest";
import { audited, operator } from "../../../bin/ops/audited.ts";
import {
  rememberVerb,
  type VerbEffect,
  withInvocation,
} from "../../../bin/ops/terminal/invocation.ts";
import { clients } from "../../system/service.ts";

/** Runs a verb that does this. */
async function verb(effect: VerbEffect, work: () => void): Promise<void> {
  await withInvocation([], process, async () => {
    rememberVerb({ name: "hall open", effect });
    await audited({ clients }, { isDeployed: false }, async () => work());
  });
}

test("a verb that changes something without asking for the operator is a defect", async () => {
  const nothing = () => {};
  await expect(verb("changes", nothing)).rejects.toThrow("hall open leaves no audit entry");
  await verb("changes", operator);
  await verb("reads", nothing);
});

test("a verb that reads has no operator", async () => {
  await expect(verb("reads", operator)).rejects.toThrow("hall open changes nothing");
});
