import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { createMember } from "../people-service.ts";
import { askConsole, createOrganization } from "../service.ts";

/** The page that people open first, and every file of the app as the console serves it, by name. */
let page: string;
const files = new Map<string, string>();

beforeAll(async () => {
  const organization = await createOrganization("pro");
  const { cookie } = await createMember(organization, "owner");
  const path = `/organizations/${organization.id}/counters`;
  page = await (await askConsole(path, { cookie })).text();
  const found = [...page.matchAll(/\/assets\/([\w-]+\.(?:js|css))/g)].map(([, name]) => name ?? "");
  for (const name of found) {
    if (files.has(name)) continue;
    const response = await askConsole(`/assets/${name}`);
    expect([name, response.status]).toEqual([name, 200]);
    const content = await response.text();
    files.set(name, content);
    if (name.endsWith(".js")) found.push(...namesIn(content, /[\w-]+-[\w-]{8}\.(?:js|css)/g));
  }
});

function namesIn(script: string, pattern: RegExp): string[] {
  return script.match(pattern) ?? [];
}

/** The file, and what it imports at once, with what that imports. */
function loadedWith(name: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(name)) return loaded;
  loaded.add(name);
  const imports = (files.get(name) ?? "").matchAll(/(?:from|import)["'`]\.\/([\w-]+\.js)["'`]/g);
  for (const [, other = ""] of imports) loadedWith(other, loaded);
  return loaded;
}

/** What the browser is told to load together with a page of the app: scripts and styles. */
function partsOfPage(main: string, name: string): string[] {
  const script = files.get(main) ?? "";
  const [, list = ""] = /=\[("assets\/.*?)\]/.exec(script) ?? [];
  const names = JSON.parse(`[${list}]`).map((each: string) => each.replace("assets/", ""));
  const load = new RegExp(`import\\([^)]*/${name}-[^)]*\\)[^,]*,__vite__mapDeps\\(\\[([\\d,]+)\\]`);
  const [, indices] = load.exec(script) ?? [];
  if (indices === undefined) throw new Error(`${name} is not loaded by ${main}`);
  return indices.split(",").map((index) => names[Number(index)]);
}

test.each([
  ["overview-page", "owners and admins"],
  ["counters-page", "members"],
])(
  "%s, the first of %s, has at most 275 KB with all that it loads, compressed as it is served",
  (first) => {
    const [main = ""] = page.match(/main-[\w-]+\.js/) ?? [];
    const linked = [...page.matchAll(/\/assets\/([\w-]+\.(?:js|css))/g)].map(
      ([, name]) => name ?? "",
    );
    const parts = partsOfPage(main, first);
    const loaded = new Set([...linked, ...loadedWith(main), ...parts]);
    for (const name of parts) for (const other of loadedWith(name)) loaded.add(other);
    expect([...loaded].filter((name) => !files.has(name))).toEqual([]);
    expect(loaded).toContain([...files.keys()].find((name) => name.startsWith(`${first}-`)));
    const contents = [page, ...[...loaded].map((name) => files.get(name) ?? "")];
    const bytes = contents.reduce((sum, content) => sum + compressed(content), 0);
    console.log(`first load of ${first}, gzip: ${bytes} bytes`);
    expect(bytes).toBeLessThanOrEqual(275_000);
  },
);

/** In bytes. The functions compress, and the CDN passes on what is compressed. */
const compressed = (content: string) => gzipSync(content).length;

const mantine = (file: string) => readFileSync(`node_modules/@mantine/core/${file}`, "utf8");
const classesIn = (text: string) => new Set(text.match(/\bm_[\da-f]{5,8}\b/g));
const [, ...imported] = readFileSync("web/console/mantine.css", "utf8")
  .split('@import "@mantine/core/')
  .map((rest) => rest.slice(0, rest.indexOf('"')));

test("every component of Mantine that the app has comes with its style", () => {
  const all = [...files].filter(([name]) => name.endsWith(".css")).map(([, style]) => style);
  const styled = classesIn(all.join("\n"));
  const styledByMantine = classesIn(mantine("styles.css"));
  const missing = [...used()].filter((name) => styledByMantine.has(name) && !styled.has(name));
  expect(missing).toEqual([]);
  expect(styled.size).toBeGreaterThan(100);
});

test("no style of a component is loaded that the app does not have", () => {
  const inUse = used();
  const idle = imported.filter((file) => {
    const classes = [...classesIn(mantine(file))];
    return classes.length > 0 && !classes.some((name) => inUse.has(name));
  });
  expect(idle).toEqual([]);
});

test("styles stand in the order in which they override each other", () => {
  const whole = mantine("styles.css");
  const places = imported.map((file) => whole.indexOf(mantine(file).trim()));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

/** The classes of Mantine that stand in the app's scripts. */
function used(): Set<string> {
  return classesIn([...files].map(([name, text]) => (name.endsWith(".js") ? text : "")).join("\n"));
}
