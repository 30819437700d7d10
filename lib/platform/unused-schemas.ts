import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/**
 * Leaves out schemas and definitions that a function doesn't use. A bundler must run each call that
 * it doesn't know to be pure: without this, a function that needs one schema of a module builds all
 * of them when it loads, and those of the modules that they need.
 */
export const withoutUnusedSchemas: Plugin = {
  name: "without-unused-schemas",
  setup(build) {
    build.onLoad({ filter: /\/(adapters|api|core|lambdas)\/[^:]*\.ts$/ }, async ({ path }) => {
      if (path.includes("/node_modules/")) return undefined;
      return { contents: markSchemas(path, await readFile(path, "utf8")), loader: "ts" };
    });
  },
};

/** A schema, whose name begins with a capital letter, or a list of a schema's fields. */
const schema = /^((?:export )?const (?:[A-Z]\w* =|\w+ =(?= Object\.keys\()))(.*)$/;

/** In lambdas/functions each constant is only data. */
const definition = /^((?:export )?const \w+ =)(.*)$/;

/**
 * Wraps the value of each such constant of a module in a call that is marked as pure. A declaration, as
 * Biome formats it, ends before the next line that isn't indented and closes nothing.
 */
function markSchemas(path: string, source: string): string {
  const beginning = path.includes("/lambdas/functions/") ? definition : schema;
  const lines = source.split("\n");
  let isOpen = false;
  return lines
    .map((line, index) => {
      const [, name, value] = isOpen ? [] : (beginning.exec(line) ?? []);
      const begun = name === undefined ? line : `${name} /* @__PURE__ */ (() => (${value}`;
      isOpen ||= name !== undefined;
      const isLast = isOpen && line.endsWith(";") && !/^[\s)\]}]/.test(lines[index + 1] ?? "");
      if (!isLast) return begun;
      isOpen = false;
      return `${begun.slice(0, -1)}))();`;
    })
    .join("\n");
}
