import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { confirm } from "../../../../bin/ops/terminal/confirmation.ts";

import * as service from "../../../system/service.ts";
import { onTerminal } from "../on-terminal.ts";
import { opsOn } from "../run-ops.ts";

let organizationId: string;
beforeAll(async () => {
  ({ id: organizationId } = await service.createOrganization("pro"));
});

async function revocation() {
  const { id } = await opsOn(service).json(
    "key",
    "create",
    "--org",
    organizationId,
    "--name",
    "Web",
  );
  const args = ["key", "revoke", "--org", organizationId, id];
  const isThere = async () => {
    const keys = await opsOn(service).json("key", "list", "--org", organizationId);
    return keys.some((key: { id: string }) => key.id === id);
  };
  return { id, args, isThere };
}

test.each(["n\n", "yes please\n", "\u0004"])(
  "on a terminal, a key stays when the answer is %j",
  async (answer) => {
    const { id, args, isThere } = await revocation();
    const { exitCode, output } = await onTerminal(args, answer);
    expect(output).toContain(`Really revoke the API key "Web" (${id})? [y/N] `);
    expect(output).toContain("error: nothing was changed: the answer was not y");
    expect(exitCode).toBe(1);
    expect(await isThere()).toBe(true);
  },
);

test("on a terminal, a key is revoked when the answer is y", async () => {
  const { args, isThere } = await revocation();
  expect(await onTerminal(args, "y\n")).toMatchObject({ exitCode: 0 });
  expect(await isThere()).toBe(false);
});

test("on a terminal, an alert stays when the answer is n; the question names it", async () => {
  const organization = await service.createOrganization("enterprise");
  const counter = await service.createCounter(organization);
  const org = ["--org", organization.id];
  const rule = ["--counter", counter.id, "--kind", "absolute", "--at", "5"];
  const name = "Hall \u202efull";
  const { id } = await opsOn(service).json("alert", "create", ...org, "--name", name, ...rule);
  const { exitCode, output } = await onTerminal(["alert", "delete", ...org, id], "n\n");
  expect(output).toContain(`Really delete the alert "Hall \\u{202e}full" (${id})? [y/N] `);
  expect(exitCode).toBe(1);
  expect(await opsOn(service).json("alert", "list", ...org)).toMatchObject([{ id, name }]);
});

afterEach(() => void vi.unstubAllGlobals());

test.each([
  [undefined, true],
  [true, undefined],
])("with stdin a terminal: %s, and stderr: %s, nobody is asked", async (stdin, stderr) => {
  const asked = vi.fn(async () => "revoke it");
  vi.stubGlobal("process", { ...process, stdin: { isTTY: stdin }, stderr: { isTTY: stderr } });
  await confirm({}, asked);
  expect(asked).not.toHaveBeenCalled();
});

test("Ctrl-C at the question ends it with exit code 130, and the key stays", async () => {
  const { args, isThere } = await revocation();
  const { exitCode, output } = await onTerminal(args, "\u0003");
  expect(exitCode).toBe(130);
  expect(output).toContain("error: interrupted");
  expect(await isThere()).toBe(true);
});

test("nobody is asked with --yes, or without a terminal", async () => {
  const one = await revocation();
  const { exitCode, output } = await onTerminal([...one.args, "--yes"], "n\n");
  expect({ exitCode, asked: output.includes("Really") }).toEqual({ exitCode: 0, asked: false });
  const other = await revocation();
  expect(await opsOn(service).run(...other.args)).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await other.isThere()).toBe(false);
});
