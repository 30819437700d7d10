import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Inbox, kvInbox, sqliteInbox } from "./inbox.ts";
import { goFolder, npmFolder, programOf, type Tool } from "./toolchains.ts";

/** How one receiver of the guide is run. Its files are code blocks of the guide. */
export interface SampleReceiver {
  name: string;
  tool: Tool;
  files: string[];
  /** Makes what runs in the folder ready; the files are there already. */
  prepare?(folder: string): void;
  command(port: number): [program: string, ...words: string[]];
  openInbox(folder: string): Promise<Inbox>;
}

const sqlite = { openInbox: async (folder: string) => sqliteInbox(join(folder, "inbox.db")) };

export const sampleReceivers: SampleReceiver[] = [
  {
    ...sqlite,
    name: "Express",
    tool: "express",
    files: ["receive-with-express.mjs", "verify-webhook.mjs"],
    prepare: (folder) => symlinkSync(npmFolder, join(folder, "node_modules")),
    command: () => [process.execPath, "receive-with-express.mjs"],
  },
  {
    name: "Fetch on Workers",
    tool: "workerd",
    files: ["receive-with-workers.mjs", "receive-with-fetch.mjs"],
    command: (port) => [
      programOf("workerd"),
      "serve",
      "workers.capnp",
      `--socket-addr=http=127.0.0.1:${port}`,
    ],
    openInbox: async (folder) => {
      const inbox = await kvInbox();
      writeFileSync(join(folder, "workers.capnp"), workersConfiguration(inbox.port));
      return inbox;
    },
  },
  {
    ...sqlite,
    name: "Fetch on Deno",
    tool: "deno",
    files: ["receive-with-deno.mjs", "receive-with-fetch.mjs"],
    command: () => {
      const rights = ["--allow-net", "--allow-env", "--allow-read", "--allow-write"];
      return [programOf("deno"), "run", "--no-remote", ...rights, "receive-with-deno.mjs"];
    },
  },
  {
    ...sqlite,
    name: "Fetch on Bun",
    tool: "bun",
    files: ["receive-with-bun.mjs", "receive-with-fetch.mjs"],
    command: () => [programOf("bun"), "receive-with-bun.mjs"],
  },
  {
    ...sqlite,
    name: "FastAPI",
    tool: "fastapi",
    files: ["receive_with_fastapi.py", "verify_webhook.py"],
    command: (port) => [programOf("fastapi"), "receive_with_fastapi:app", "--port", `${port}`],
  },
  {
    ...sqlite,
    name: "Flask",
    tool: "flask",
    files: ["receive_with_flask.py", "verify_webhook.py"],
    command: (port) => [
      programOf("flask"),
      ...["--app", "receive_with_flask", "run", "--port", `${port}`],
    ],
  },
  {
    ...sqlite,
    name: "Go",
    tool: "go",
    files: ["main.go"],
    prepare: (folder) => {
      cpSync(join(folder, "main.go"), join(goFolder, "main.go"));
      for (const words of [
        ["mod", "tidy"],
        ["vet"],
        ["build", "-o", join(folder, "receiver"), "."],
      ]) {
        const ran = spawnSync("go", words, { cwd: goFolder, encoding: "utf8" });
        if (ran.status !== 0) throw new Error(`go ${words[0]}: ${ran.stderr}`);
      }
      const unformatted = spawnSync("gofmt", ["-l", "."], { cwd: goFolder, encoding: "utf8" });
      if (unformatted.stdout !== "") throw new Error("gofmt would format it differently");
    },
    command: () => ["./receiver"],
  },
  {
    ...sqlite,
    name: "Ruby",
    tool: "ruby",
    files: ["receive.ru"],
    command: (port) => [
      "puma",
      ...["--environment", "production", "--bind", `tcp://127.0.0.1:${port}`, "receive.ru"],
    ],
  },
  {
    ...sqlite,
    name: "PHP",
    tool: "php",
    files: ["receive.php"],
    // As in php.ini-development, where a script that fails responds 200.
    command: (port) => [
      "php",
      ...["-d", "display_errors=1", "-S", `127.0.0.1:${port}`, "receive.php"],
    ],
  },
];

function workersConfiguration(kvPort: number): string {
  const modules = ["receive-with-workers.mjs", "receive-with-fetch.mjs"].map(
    (file) => `(name = "${file}", esModule = embed "${file}")`,
  );
  const secrets = ["WEBHOOK_SECRET", "WEBHOOK_NEXT_SECRET"].map(
    (name) => `(name = "${name}", fromEnvironment = "${name}")`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "receiver", worker = (
      modules = [${modules.join(", ")}],
      compatibilityDate = "2026-11-01",
      bindings = [(name = "INBOX", kvNamespace = "kv"), ${secrets.join(", ")}])),
    (name = "kv", external = (address = "127.0.0.1:${kvPort}", http = ())),
  ],
  sockets = [(name = "http", http = (), service = "receiver")],
);
`;
}

/** The code blocks of documents that begin with a comment which names a file, by that name. */
export function namedBlocks(documents: string[]): Map<string, string> {
  const fenced =
    /^( *)```(?:js|python|go|ruby|php|sh)\n( *(?:<\?php\n)?(?:\/\/|#) ([\w-]+\.[a-z]+)\n[\s\S]*?)^ *```$/gm;
  const blocks = documents.flatMap((document) => [
    ...readFileSync(document, "utf8").matchAll(fenced),
  ]);
  return new Map(
    blocks.map(([, indent = "", text = "", name = ""]) => [
      name,
      text.replace(new RegExp(`^${indent}`, "gm"), ""),
    ]),
  );
}
