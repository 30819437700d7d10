// @module-tag all
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { browserFloor } from "../../../lib/platform/browser-floor.ts";
import { assetsFolder } from "../../../lib/platform/built-functions.ts";
import { newerInScripts } from "./floor/newer-in-script.ts";
import { newerInStyles } from "./floor/newer-in-style.ts";

type Floor = keyof typeof browserFloor;

const hashedName = /^(count|start|en|de|fr|es|pt|nl|ja|ar)-[A-Z0-9]{8}\./;

/** The built files of a floor by their names, without hashes. */
function builtFor(floor: Floor, extension: "js" | "css"): Map<string, string> {
  const files = globSync(`*/{,assets/,docs/}*.${extension}`, { cwd: assetsFolder }).filter(
    (file) => {
      if (/^show-(embed|screen)/.test(file)) return floor === "live";
      const isOwners = file.includes("/assets/") && !hashedName.test(basename(file));
      return floor === (isOwners ? "owners" : "people");
    },
  );
  return new Map(files.map((file) => [file, readFileSync(join(assetsFolder, file), "utf8")]));
}

/**
 * What scripts use although a browser of the floor may lack it: each is asked for first, or is the
 * package's own to guard.
 */
const guardedInScripts: Record<Floor, Record<string, string>> = {
  live: {
    "Intl.Segmenter": "core/embeds/text-width.ts asks for it",
    ".segment()": "of Intl.Segmenter",
    "navigator.wakeLock": "web/browser/screen-wake.ts asks for it",
  },
  people: {
    ".detect()": "of BarcodeDetector",
    ".use()": "of IdbConnection in web/count/queue",
    BarcodeDetector: "web/start/paste-link.ts asks for it",
    "navigator.locks": "web/count/device/other-tabs.ts asks for it",
    "navigator.userActivation": "web/count/device/haptics.ts asks for it",
    "navigator.vibrate": "web/count/device/haptics.ts asks for it",
    "navigator.wakeLock": "web/browser/screen-wake.ts asks for it",
  },
  owners: {
    ".toArray()": "React's Children, not an iterator's",
    ".use()": "React's",
    "navigator.connection": "TanStack Router asks for it",
    "navigator.share": "there is a button only where browsers have it",
    ".skipTransition()": "of document.startViewTransition",
    "document.startViewTransition": "TanStack Router asks for it",
    TouchEvent: "Mantine asks for it",
    "URL.canParse": "zod asks for it",
    "Error.captureStackTrace": "zod asks for it",
  },
};

/** What of styles a browser can lack without harm, by what it lacks: a property covers its values. */
const refinements: Record<string, string> = {
  "@media forced-colors": "without it, no such colors",
  "@media prefers-contrast": "without it, no such wish",
  "@media scripting": "without it and without scripts, a page says that it has not loaded",
  "@page": "margins of paper",
  "color-scheme": "scroll bars and form fields are light in the dark",
  "font-family": "the next font of the list",
  "text-wrap": "lines differ more in length",
  hyphens: "long words break as overflow-wrap says",
  "box-decoration-break": "the second line of marked code has no edge",
  "forced-color-adjust": "comes with forced colors",
  cursor: "phones have none",
  "user-select": "text of a control can be selected",
  "overscroll-behavior": "a page can be pulled",
  "-webkit-tap-highlight-color": "a tap flashes",
  "-webkit-touch-callout": "WebKit's own",
  "scrollbar-width": "a scroll bar is seen",
  "container-type": "where a size is asked of a container, @supports stands",
  "print-color-adjust": "prefixed beside it",
  "break-after": "a heading may end a printed page",
  resize: "phones have none",
  "backdrop-filter": "prefixed, or no blur",
  "text-box-trim": "Mantine's, where it is asked for",
  "text-box-edge": "comes with text-box-trim",
  ":selection": "Safari of phones colors its own",
  ":-webkit-scrollbar": "WebKit's own",
  ":-webkit-inner-spin-button": "WebKit's own",
  ":-webkit-search-cancel-button": "WebKit's own",
  ":-webkit-search-results-button": "WebKit's own",
  ":has":
    "panels of docs stand below each other, empty cells have a head, the name stays beside an account",
};

test.each(["live", "people", "owners"] as const)(
  "the built scripts for %s use nothing that the oldest browsers lack",
  (floor) => {
    const found = newerInScripts(builtFor(floor, "js"), browserFloor[floor]);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(
        Object.keys(guardedInScripts[floor]).map((name) => [name, expect.any(Array)]),
      ),
    );
  },
);

test("the built styles use nothing that the oldest browsers lack and miss", () => {
  const floors = ["live", "people", "owners"] as const;
  const found = floors.flatMap((floor) => [
    ...newerInStyles(builtFor(floor, "css"), browserFloor[floor]),
  ]);
  const covered = (name: string) =>
    [name, name.replace(/^([a-z-]+): .*/, "$1")].find((known) => known in refinements);
  expect(found.filter(([name]) => covered(name) === undefined)).toEqual([]);
  const used = new Set(found.map(([name]) => covered(name)));
  expect(Object.keys(refinements).filter((name) => !used.has(name))).toEqual([]);
});

test.each([
  ["Map.groupBy([], String)", "Map.groupBy"],
  ["[].findLast(String)", ".findLast()"],
  ["const { signal } = AbortSignal.timeout(1)", "AbortSignal.timeout"],
  ["/(?<=a)b/.test('ab')", "RegExp lookbehind_assertion"],
  ["new Intl.DurationFormat('en')", "Intl.DurationFormat"],
])("the check finds %s", (code, name) => {
  const found = newerInScripts(new Map([["a.js", code]]), browserFloor.people);
  expect([...found.keys()]).toEqual([name]);
});

test.each([
  ["a { height: 1dvh }", ["height: dvh"]],
  ["a { height: 1vh; height: 1dvh }", []],
  ["a { height: 1vh; height: calc(var(--b) + 1dvh) }", ["height: dvh"]],
  ["@supports (height: 1dvh) { a { height: 1dvh } }", []],
  ["a { display: flex; gap: 1px }", ["gap in flex"]],
  ["a:has(b) { grid-template-rows: subgrid }", [":has", "grid-template-rows: subgrid"]],
])("the check of styles reads %s", (style, names) => {
  expect([...newerInStyles(new Map([["a.css", style]]), browserFloor.live).keys()]).toEqual(names);
});
