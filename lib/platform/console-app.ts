import { basename, join } from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Rolldown } from "vite";
import { buildTargets } from "./browser-floor.ts";

const folder = join(import.meta.dirname, "..", "..", "web", "console");

export interface BuiltConsoleApp {
  /** Every file of the app, with a hash of its content in its name. */
  files: { name: string; contents: Uint8Array }[];
  /** The name of the script that loads all others as they are needed. */
  script: string;
  /** The name of the style that the script needs. */
  style: string;
}

/** Builds the console's app, web/console; about a second. */
export async function buildConsoleApp(): Promise<BuiltConsoleApp> {
  const { output } = onlyOutput(
    await build({
      configFile: false,
      root: folder,
      logLevel: "warn",
      plugins: [react()],
      // Whatever NODE_ENV says, as it does in tests: React's development build is twice as large, and
      // the router's contains its part for servers.
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      oxc: { jsx: { development: false } },
      resolve: { conditions: ["module", "browser", "production"] },
      publicDir: false,
      build: {
        write: false,
        target: buildTargets("owners"),
        modulePreload: { polyfill: false },
        // The policy of the page allows no data: URL.
        assetsInlineLimit: 0,
        rollupOptions: { input: join(folder, "main.tsx") },
      },
    }),
  );
  const entry = output.find((file) => file.type === "chunk" && file.isEntry);
  if (entry?.type !== "chunk") throw new Error("web/console has no entry");
  const [style, ...others] = entry.viteMetadata?.importedCss ?? [];
  if (style === undefined || others.length > 0) throw new Error("web/console needs one style");
  return {
    files: output.map((file) => ({
      name: basename(file.fileName),
      contents: Buffer.from(file.type === "chunk" ? file.code : file.source),
    })),
    script: basename(entry.fileName),
    style: basename(style),
  };
}

function onlyOutput(built: Awaited<ReturnType<typeof build>>): Rolldown.RolldownOutput {
  const [output, ...others] = Array.isArray(built) ? built : [built];
  if (output === undefined || !("output" in output) || others.length > 0) {
    throw new Error("web/console was not built as one app");
  }
  return output;
}
