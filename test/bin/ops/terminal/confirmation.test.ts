import { beforeAll, expect, test } from "vitest";
import * as service from "../../../system/service.ts";
import { onTerminal, opsOn, startOps } from "../run-ops.ts";

const ops = opsOn(service);
let organizationId: string;
beforeAll(async () => {
  ({ id: organizationId } = await service.createOrganization("pro"));
});

async function revocation() {
  const { id } = await ops.json("key", "create", "--org", organizationId, "--name", "Web");
  const args = ["key", "revoke", "--org", organizationId, id];
  const isThere = async () => {
    const keys = await ops.json("key", "list", "--org", organizationId);
    return keys.some((key: { id: string }) => key.id === id);
  };
  return { id, args, isThere };
}

test.each(["n\n", "yes please\n", ""])(
  "on a terminal, a key stays when the answer is %j",
  async (answer) => {
    const { id, args, isThere } = await revocation();
    const { exitCode, stderr } = await onTerminal(service, args, { answer });
    expect(stderr).toContain(`Really revoke the API key "Web" (${id})? [y/N] `);
    expect(stderr).toContain("error: nothing was changed: the answer was not y");
    expect(exitCode).toBe(1);
    expect(await isThere()).toBe(true);
  },
);

test("on a terminal, a key is revoked when the answer is y", async () => {
  const { args, isThere } = await revocation();
  expect(await onTerminal(service, args, { answer: "y\n" })).toMatchObject({ exitCode: 0 });
  expect(await isThere()).toBe(false);
});

test.each([
  ["stdin", "stderr"],
  ["stderr", "stdin"],
] as const)("with %s no terminal, nobody is asked although %s is one", async (other, terminal) => {
  const { args, isThere } = await revocation();
  const streams = { [terminal]: true, [other]: false };
  const run = startOps([...args, "--local", "--data-dir", service.dataDir], {}, streams);
  expect(await run.finished).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await isThere()).toBe(false);
});

test("Ctrl-C at the question ends it with exit code 130, and the key stays", async () => {
  const { args, isThere } = await revocation();
  const { exitCode, stderr } = await onTerminal(service, args, { answer: "Ctrl-C" });
  expect(exitCode).toBe(130);
  expect(stderr).toContain("error: interrupted");
  expect(await isThere()).toBe(true);
});

test("nobody is asked with --yes, or without a terminal", async () => {
  const one = await revocation();
  const asked = await onTerminal(service, [...one.args, "--yes"], { answer: "n\n" });
  expect(asked).toMatchObject({ exitCode: 0, stderr: "" });
  const other = await revocation();
  expect(await ops.run(...other.args)).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await other.isThere()).toBe(false);
});
