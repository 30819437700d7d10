import { expect, test } from "vitest";
import { allFunctions } from "../../lambdas/functions/functions.ts";
import { imports } from "./imports.ts";

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
  "counters/import",
  "groups/settings",
  "charts",
  // What comes of counts, and how people reach them.
  "webhooks",
  "embeds",
  "gates",
  "sessions",
  "counting",
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

test("a feature imports only from those before it in the order", () => {
  const wrong = imports.filter(({ from, to }) => {
    const [own, other] = [placeOf(from), placeOf(to)];
    return own !== undefined && other !== undefined && other > own;
  });
  expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});
