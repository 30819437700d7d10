import { expect, test } from "vitest";
import { allFunctions } from "../../lambdas/functions/functions.ts";
import { imports, sources } from "./imports.ts";

/**
 * The features, each with the same name in every layer. A file imports only what belongs to its own
 * feature, to one above it in this list, or to none; of types, too.
 */
const order = [
  // The base.
  "audit",
  "members",
  "organizations",
  "keys",
  // Counting. What changes a counter's settings needs groups and alerts, which need counters.
  "counters",
  "groups",
  "alerts",
  "counters/settings",
  "groups/settings",
  "charts",
  "reports",
  // What comes of counts, and how people reach them.
  "webhooks",
  "notices",
  "embeds",
  "gates",
  "sessions",
  "counting",
  "overview",
  // All that an organization has: export, deletion, restore, recount.
  "data",
  "operations",
];

const layers = ["core", "adapters", "lambdas", "lib", "bin/ops", "api/private"];
const features = order.filter((part) => !part.includes("/"));

/** The functions' own files: each composes what the area of an API has, whatever its features. */
const entries = allFunctions.map(({ folder, name }) => `lambdas/${folder}/${name}.ts`);

/** The place of a file in the order; undefined where it belongs to no feature. */
function placeOf(file: string): number | undefined {
  const layer = layers.find((one) => file.startsWith(`${one}/`));
  if (layer === undefined || entries.includes(file)) return undefined;
  const path = file.slice(layer.length + 1).replace(/\.tsx?$/, "");
  const isIn = (part: string) => path === part || path.startsWith(`${part}/`);
  const feature = features.find(isIn);
  if (feature === undefined) return undefined;
  const part = order.findLast((one) => one.includes("/") && isIn(one));
  if (part !== undefined) return order.indexOf(part);
  // Only core and adapters tell a feature's parts apart.
  const isWhole = layer !== "core" && layer !== "adapters";
  return order.findLastIndex(
    (one) => one === feature || (isWhole && one.startsWith(`${feature}/`)),
  );
}

const against = imports.filter(({ from, to }) => {
  const [own, other] = [placeOf(from), placeOf(to)];
  return own !== undefined && other !== undefined && other > own;
});

test("a feature imports only from those before it in the order", () => {
  expect(against.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

/** Folders that belong to no feature: what each layer shares, and the surfaces that people reach. */
const shared: Record<string, string[]> = {
  core: ["batches"],
  adapters: ["aws"],
  lambdas: ["functions", "http", "private-api", "streams", "telemetry", "api", "console", "site"],
  lib: ["alarms", "platform", "api", "console", "docs-site", "site"],
  "bin/ops": ["terminal"],
  "web/console": ["api", "copying", "dates", "dialogs", "forms", "shell", "tables"],
};

test("every folder of a layer has the name of a feature, or is shared by all", () => {
  const folders = Object.entries(shared).flatMap(([layer, others]) =>
    sources
      .map((file) => new RegExp(`^${layer}/([a-z-]+)/`).exec(file)?.[1])
      .filter((folder) => folder && !features.includes(folder) && !others.includes(folder))
      .map((folder) => `${layer}/${folder}`),
  );
  expect(folders).toEqual([]);
});

test("what all features of core and adapters share imports none of them", () => {
  const isShared = (file: string) =>
    /^(core|adapters)\/([a-z0-9-]+\.ts|aws\/|batches\/)/.test(file);
  // The one place where every store is made.
  const wiring = "adapters/stores.ts";
  const wrong = imports.filter(
    ({ from, to }) => isShared(from) && from !== wiring && placeOf(to) !== undefined,
  );
  expect(wrong).toEqual([]);
});

test("no files import one another in a circle, of types either", () => {
  let left = imports.filter(({ from, to }) => from !== to && sources.includes(to));
  for (let before = 0; left.length !== before; ) {
    before = left.length;
    const importers = new Set(left.map(({ from }) => from));
    const imported = new Set(left.map(({ to }) => to));
    // Of a circle every file imports and is imported by one that is left.
    left = left.filter(({ from, to }) => importers.has(to) && imported.has(from));
  }
  expect(left.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});
