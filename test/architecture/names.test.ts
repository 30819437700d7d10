import { expect, test } from "vitest";
import { read, sources } from "./imports.ts";

/** A name that somebody has written, as code calls it. */
const owners = "counter|group|gate|member|endpoint|alert|organization|target";
const foreign = String.raw`((?:[\w?.]+\.)?(?:name|email|(?:${owners})Name))`;

const places = [
  new RegExp(`\\$\\{${foreign}(?: \\?\\? [^}]*)?\\}`, "g"),
  new RegExp(`(?:aria-label|alt|spoken)=\\{${foreign}\\}`, "g"),
];

/** Names that are ours, what nobody reads, and metadata that other programs show. */
const ours = [
  "web/console/charts/format-whole.ts: range.name",
  "web/console/counters/history/history-export.tsx: counterName",
  "web/console/embeds/embed-builder.tsx: name",
  "web/console/embeds/shape-choice.tsx: name",
  "web/console/groups/capacity.tsx: name",
  "web/console/reports/report-controls.tsx: name",
  "web/console/reports/report-tables.tsx: name",
  "web/console/webhooks/deliveries/delivery-detail.tsx: name",
  "web/console/webhooks/deliveries/events-page.tsx: event.name",
  "web/count/settings/settings-sheet.ts: name",
  "web/embed/embed-html.ts: name",
  "web/languages/languages-html.ts: name",
];

test("a name is isolated in each sentence and label: a control in it could turn round what follows", () => {
  const pages = sources.filter((file) => file.startsWith("web/"));
  const found = pages.flatMap((file) => {
    const bare = read(file).replaceAll(/withoutBidiControls\(\s*`[^`]*`/g, "");
    const names = places.flatMap((place) => [...bare.matchAll(place)].map(([, name]) => name));
    return names.map((name) => `${file}: ${name}`);
  });
  expect(found.filter((place) => !ours.includes(place))).toEqual([]);
  expect(found.length).toBeGreaterThan(5);
});
