import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { postToReceiver } from "../../../adapters/webhooks/https-receiver.ts";

test.each([
  ["one address", ["255.255.255.255"]],
  ["several addresses", ["255.255.255.255", "255.255.255.255"]],
])("%s that cannot be reached is an outcome, and ends no process", async (_, addresses) => {
  // The system refuses to connect to a broadcast address at once, as Lambda does with IPv6.
  const { outcome } = await postToReceiver(
    { url: "https://receiver.example.com/", headers: {}, body: "{}" },
    { allowedAddresses: ["255.255.255.255/32"], timeoutMs: 2_000, resolve: async () => addresses },
  );
  expect(outcome).toEqual({ kind: "no_response", reason: "the address could not be reached" });
});

test("a lack of file descriptors is our error and not the receiver's", () => {
  const script = `
    import { postToReceiver } from "./adapters/webhooks/https-receiver.ts";
    const request = { url: "https://127.0.0.1:1024/", headers: {}, body: "{}" };
    const sent = Array.from({ length: 40 }, () =>
      postToReceiver(request, { allowedAddresses: ["127.0.0.1/32"] }).then(
        ({ outcome }) => outcome.reason,
        ({ code }) => code,
      ),
    );
    console.log(JSON.stringify([...new Set(await Promise.all(sent))].toSorted()));
  `;
  const limited = `ulimit -n 40; exec "${process.execPath}" --input-type=module -e '${script}'`;
  const { stdout, stderr } = spawnSync("sh", ["-c", limited], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual(["EMFILE", "the connection was refused"]);
});
