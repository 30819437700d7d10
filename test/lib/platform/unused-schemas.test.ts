import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { bundleOptions } from "../../../lib/platform/bundle.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** The bundle of a file that has this text; where it imports from zod, it is a schema's call. */
async function bundleOf(contents: string): Promise<string> {
  const stdin = { contents, resolveDir: root, loader: "ts" as const };
  const external = ["zod", "zod/mini"];
  const { outputFiles } = await build({
    ...bundleOptions,
    stdin,
    external,
    outdir: root,
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

test("a function that needs a rule of a module is built without the module's schemas", async () => {
  const bundle = await bundleOf(`export { isCounterId } from "./core/counters/counter.ts";`);
  expect(bundle).not.toContain(".object(");
});

test("a schema that is used is built, with those that it is made of and no others", async () => {
  const bundle = await bundleOf(`export { Counter } from "./core/counters/counter.ts";`);
  expect(bundle).toContain("Owning organization.");
  expect(bundle).toContain("must be well-formed Unicode");
  expect(bundle).not.toContain("archivedAt:");
});

test("of the definitions of functions, each function has its own", async () => {
  const bundle = await bundleOf(`export { getCounter } from "./lambdas/functions/api.ts";`);
  expect(bundle).toContain("get-counter");
  expect(bundle).not.toContain("get-openapi");
});
