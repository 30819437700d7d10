import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { packClient } from "../../packages/client/build.ts";
import { npmFolder, programOf, type Tool } from "./toolchains.ts";

/** Keeps a book in a file, where there is `node:sqlite`; elsewhere the store has to say what it needs. */
const useStore = `
const change = { counterId: "ctr_1", revision: null, completeTo: 1, hold: [], holes: [] };
async function check({ verifyWebhook }, { fileStore }) {
  const headers = { "x-service-signature": "t=1,v1=" + "0".repeat(64) };
  const { reason } = await verifyWebhook("{}", headers, "whsec_x");
  if (!reason.startsWith("no signature matches")) throw new Error(reason);
  const record = (total = 0, { delta }) => total + delta;
  const open = () => fileStore(process.pid + ".db", { record }).catch((error) => error);
  const first = await open();
  if (first instanceof Error && first.message.startsWith("fileStore needs node:sqlite")) return "none";
  await first.commit({ ...change, process: [{ delta: 2 }] });
  await first.close();
  const again = await open();
  const total = again.book("ctr_1");
  await again.close();
  return total;
}
`;

const required = `${useStore}
const right = RIGHT;
const modules = [require("counting-client"), require("counting-client/file-store")];
`;
const program = `${required}
check(...modules).then((said) => { if (said !== right) throw new Error(String(said)); });
`;
const imported = `
import * as client from "counting-client";
import * as store from "counting-client/file-store";
${useStore}
const said = await check(client, store);
if (said !== RIGHT) throw new Error(String(said));
`;
const jestTest = `${required}
test("the client", async () => expect(await check(...modules)).toBe(right));
`;
const typed = `
import { CountingClient, type Counter } from "counting-client";
import { fileStore } from "counting-client/file-store";
const client = new CountingClient({ apiUrl: "https://api.example.com", apiKey: "key" });
const counters: Promise<Counter[]> = client.counters();
const store = fileStore("books", { record: (total: number | undefined, { delta }) => (total ?? 0) + delta });
// @ts-expect-error
const wrong: Promise<{ book(id: string): string }> = store;
`;

const jest = join(npmFolder, "jest", "bin", "jest.js");
const older = "--noEmit --strict --target es2022 --module commonjs --moduleResolution node10".split(
  " ",
);
const jestOn = (tool: Tool, right: string) => ({
  name: `The client in Jest on ${tool}`,
  tool,
  check: () =>
    check("client.test.js", jestTest.replace("RIGHT", right), tool, [jest, "--rootDir", "."]),
});
const onNode = (tool: Tool, right: string) => ({
  name: `The client and its file store, required on ${tool}`,
  tool,
  check: () => check("main.cjs", program.replace("RIGHT", right), tool, ["main.cjs"]),
});

/** The installed package, as programs on other runtimes and with other tools load it. */
export const clientPackage: { name: string; tool: Tool; check(): Promise<void> }[] = [
  onNode("node20", '"none"'),
  onNode("node22", "2"),
  {
    name: "The client and its file store on Deno",
    tool: "deno",
    check: () =>
      check("main.mjs", imported.replace("RIGHT", "2"), "deno", [
        "run",
        "--no-remote",
        "-A",
        "main.mjs",
      ]),
  },
  {
    name: "The client and its file store on Bun",
    tool: "bun",
    check: () => check("main.mjs", imported.replace("RIGHT", "2"), "bun", ["main.mjs"]),
  },
  jestOn("node20", '"none"'),
  jestOn("node22", "2"),
  {
    name: "The client's types with TypeScript's resolution for Node.js 10",
    tool: "typescript",
    check: () => check("main.ts", typed, "typescript", [...older, "main.ts"]),
  },
];

/** Runs a file beside the installed tarball; throws when it fails. */
async function check(file: string, text: string, tool: Tool, words: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "client-package-"));
  try {
    writeFileSync(join(folder, "package.json"), '{"private":true}');
    const install = "install --offline --no-audit --no-fund --silent --ignore-scripts".split(" ");
    execFileSync("npm", [...install, await packClient(folder)], { cwd: folder, stdio: "pipe" });
    writeFileSync(join(folder, file), text);
    await promisify(execFile)(programOf(tool), words, { cwd: folder, timeout: 60_000 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
