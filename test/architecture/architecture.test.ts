import { globSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { expect, test } from "vitest";
import { imports, read, root, sources } from "./imports.ts";

/** Which files and packages the files of each part may import; the first match counts. */
const mayImport: [part: RegExp, allowed: RegExp][] = [
  // A package knows nothing of this service, and nobody else knows what is inside it.
  [/^packages\/local-aws\//, /^packages\/local-aws\/|^(?!local-aws$)[^./][^.]*$/],
  // What integrators install: its main entry runs wherever there is fetch.
  [/^packages\/client\/src\/file-store\//, /^packages\/client\/src\/|^node:/],
  [/^packages\/client\/src\//, /^packages\/client\/src\//],
  [/^packages\/client\//, /^packages\/client\/|^(?!local-aws$)[^./][^.]*$/],
  [/^core\//, /^core\/|^(zod|zod\/mini|ipaddr\.js)$|^node:(crypto|zlib)$/],
  [/^api\/public\//, /^(core|api\/public|lambdas\/functions)\/|^(zod|node:crypto)$/],
  [/^api\//, /^(core|api\/private)\/|^zod$/],
  [/^adapters\//, /^(adapters|core)\/|^(zod|csv-parse\/sync|openid-client|@aws-sdk\/.+|node:.+)$/],
  [/^lambdas\/functions\//, /^lambdas\/functions\/|^core\/(tables|languages)\.ts$|^zod\/mini$/],
  [
    /^lambdas\//,
    // Of what stands in web, the HTML of its pages, and their messages.
    /^(lambdas|adapters|api\/private|core)\/|^web\/[a-z-]+\/[a-z-]+-(html|messages)\.ts$|^docs\/integrators\/openapi\.json$|^[^./][^.]*$/,
  ],
  // What runs in browsers takes only rules without packages from core, and the types of the private
  // API; the one package keeps taps on the device.
  [/^web\/count\/queue\/idb-connection\.ts$/, /^web\/|^(core|api\/private)\/|^idb$/],
  // The console's forms check with the schemas of the private API.
  [
    /^web\/console\//,
    /^web\/(browser|console)\/|^web\/start\/messages\/en\.ts$|^(api|core)\/|^(react|react-dom|@mantine|@primer|@tanstack|uplot|dayjs|lean-qr|zod)(\/|$)/,
  ],
  [
    /^web\/[a-z-]+\/[a-z-]+-html\.ts$/,
    // Of what an embed says, the texts that its script has, too.
    /^web\/.*(-html|\/messages\/[a-z-]+)\.ts$|^web\/embed\/(count-texts|language)\.ts$|^core\/(bidi|markup|languages|embeds\/(badge|format-count))\.ts$/,
  ],
  [/^web\/docs\//, /^minisearch$|^web\/(docs\/|browser\/kept\.ts$)/],
  [
    /^web\/embed\//,
    /^web\/embed\/|^web\/browser\/text-zoom\.ts$|^core\/(bidi|languages|messages|embeds\/(color|format-count))\.ts$/,
  ],
  [/^web\//, /^web\/|^(core|api\/private)\//],
  // Builds the docs; knows nothing of CDK.
  [
    /^lib\/docs-site\//,
    /^lib\/(docs-site\/|platform\/browser-floor\.ts$)|^core\/markup\.ts$|^packages\/client\/build\.ts$|^(esbuild|highlight\.js|marked|zod|node:)/,
  ],
  [
    /^lib\//,
    /^(lib|lambdas\/functions)\/|^core\/tables\.ts$|^(aws-cdk-lib|constructs|esbuild|leven|vite|@vitejs\/plugin-react|zod|node:)/,
  ],
  [/^local\//, /^(local|adapters|core)\/|^[^./][^.]*$/],
  [/^bin\/cdk-app\.ts$/, /^lib\/|^(aws-cdk-lib|cdk-nag)$/],
  [/^bin\/docs\.ts$/, /^(api\/private|lib|bin\/ops)\/|^(zod|node:.+)$/],
  [/^bin\/docs-site\.ts$/, /^lib\/docs-site\/|^(commander|node:.+)$/],
  [/^bin\/openapi\.ts$/, /^api\/public\/|^node:/],
  [/^bin\//, /^(bin|adapters|core)\/|^[^./][^.]*$/],
];

test("Node strips the types of every source, as it does when a program runs", () => {
  const typescript = sources.filter((file) => file.endsWith(".ts"));
  const refused = typescript.flatMap((file) => {
    try {
      stripTypeScriptTypes(read(file));
      return [];
    } catch (error) {
      return [`${file}: ${error}`];
    }
  });
  expect(refused).toEqual([]);
  expect(typescript.length).toBeGreaterThan(500);
});

test("every import is one that the table of parts allows", () => {
  const wrong = imports.filter(({ from, to }) => {
    const isInside = to.startsWith("packages/") && to !== "packages/client/build.ts";
    if (isInside && !from.startsWith("packages/")) return true;
    if (to.startsWith("local-aws/")) return true;
    const rule = mayImport.find(([part]) => part.test(from));
    return rule !== undefined && !rule[1].test(to);
  });
  expect(wrong).toEqual([]);
  expect(imports.length).toBeGreaterThan(200);
});

test("the browser's code loads nothing with zod from core and the private API, and nothing of Node", () => {
  const web = sources.filter((file) => file.startsWith("web/"));
  const small = web.filter((file) => !file.startsWith("web/console/"));
  const withoutZod =
    "bidi|languages|markup|messages|sheet-text|time-zone|damaged-items|known-zone|pasted-link|group-by|" +
    "embeds/color|embeds/format-count|embeds/text-width|" +
    "counters/taps/tap-limits|gates/gate-limits|path";
  const loads = new RegExp(
    `^import (?!type\\b)[^;]*from "[./]*/(core|api)/(?!(private/)?(${withoutZod})\\.ts")`,
    "m",
  );
  expect(small.filter((file) => loads.test(read(file)))).toEqual([]);
  const run = web.filter((file) => !file.endsWith("-html.ts"));
  expect(run.filter((file) => /\b(Buffer|process)\b/.test(withoutComments(read(file))))).toEqual(
    [],
  );
});

const isTest = (file: string) => /^(packages\/[^/]+\/)?test\//.test(file);

test("no file has a name without a meaning, such as utils or common", () => {
  const empty =
    /(^|[/-])(utils?|helpers?|common|shared|misc|types|constants|manager)\.tsx?$|(^|\/)service\.tsx?$/;
  expect(sources.filter((file) => !isTest(file) && empty.test(file))).toEqual([]);
});

test("file names are kebab-case", () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|bench))?(\.config)?\.(tsx?|mjs)$/;
  expect(sources.filter((file) => !kebab.test(file.split("/").at(-1) ?? ""))).toEqual([]);
});

/** The only files that may use the environment, the clock and the random source. */
const wiredIn: [what: string, pattern: RegExp, part: RegExp, allowed: RegExp][] = [
  [
    "process.env",
    /process\.env/,
    /^(core|adapters|lib|lambdas)\//,
    // The last only says what it means in the browser.
    /^lambdas\/[a-z-]+\/[a-z-]+\.ts$|^lib\/platform\/console-app\.ts$/,
  ],
  ["Date.now", /Date\.now|new Date\(\)/, /^(core|adapters|lib)\//, /^adapters\/system-clock\.ts$/],
  ["Math.random", /Math\.random/, /^(core|adapters|lib|lambdas)\//, /^adapters\/system-clock\.ts$/],
  [
    "the browser's clock and random source",
    /Date\.now|new Date\(\)|Math\.random/,
    /^web\//,
    /^web\/(embed\/embed|screen\/screen|count\/count|start\/start|console\/api\/clock)\.ts$/,
  ],
  [
    "the browser's storage, which may be forbidden, full, or of another release,",
    /\b(local|session)Storage\b/,
    /^web\//,
    /^web\/(browser\/kept|console\/app-html)\.ts$/,
  ],
  ["local", /\blocal(host|Runtime)?\b.*\?|isLocal|IS_LOCAL/, /^(core|lambdas)\//, /^$/],
];

test.each(wiredIn)("%s is used only where adapters are composed", (_, pattern, part, allowed) => {
  const files = sources.filter((file) => part.test(file) && !allowed.test(file));
  expect(files.filter((file) => pattern.test(withoutComments(read(file))))).toEqual([]);
});

test("what a function does at the same time ends before it responds, because Lambda freezes the rest", () => {
  const runs = sources.filter((file) => /^(core|adapters|lambdas)\//.test(file));
  const left = (file: string) => /\bPromise\.(all|any)\b/.test(withoutComments(read(file)));
  expect(runs.filter(left)).toEqual(["core/all-in-order.ts"]);
});

test("use cases let the store repeat a write that others race, but for those of decision 141", () => {
  const uses = (file: string) => /retryConflicts/.test(withoutComments(read(file)));
  expect(sources.filter((file) => file.startsWith("core/") && uses(file)).sort()).toEqual([
    "core/alerts/evaluate-counts.ts",
    "core/conflict.ts",
    "core/counters/taps/count-batch.ts",
    "core/data/recount.ts",
    "core/groups/settings/recount.ts",
  ]);
});

/** What each page of the console takes from one file, so that it is alike everywhere. */
const consoleParts: [what: string, pattern: RegExp, allowed: RegExp][] = [
  ["dialogs", /<Modal\b/, /^web\/console\/dialogs\/dialog\.tsx$/],
  [
    "formats of dates",
    /DateTimeFormat\(\w|toLocale(Date|Time|)String\(\w/,
    /^web\/console\/dates\//,
  ],
  ["links", /<Link\b|createLink/, /^web\/console\/shell\/(page-link|navigation)\.tsx$/],
];

test.each(consoleParts)("%s of the console are made in one place", (_, pattern, allowed) => {
  const files = sources.filter((file) => file.startsWith("web/console/") && !allowed.test(file));
  expect(files.filter((file) => pattern.test(withoutComments(read(file))))).toEqual([]);
});

test("a part of the console styles its own classes only: its sheet stays for the pages after it", () => {
  const sheets = globSync("web/console/*/**/*.css", { cwd: root });
  const bare = sheets.flatMap((file) => {
    const rules = withoutComments(read(file)).match(/[^{};]+(?=\{)/g) ?? [];
    const selectors = rules.filter((rule) => !/^\s*@(?!page\s*$)/.test(rule));
    return selectors.filter((each) => !each.includes(".")).map((each) => `${file}: ${each.trim()}`);
  });
  expect(bare).toEqual([]);
});

test("no file outside the tests is longer than 300 lines", () => {
  const lines = (file: string) => read(file).split("\n").length - 1;
  const long = sources.filter((file) => !isTest(file) && lines(file) > 300);
  expect(long.map((file) => `${file}: ${lines(file)} lines`)).toEqual([]);
});

test("every version that a package.json names is pinned exactly", () => {
  const files = ["package.json", ...globSync("packages/*/package.json", { cwd: root })];
  const versions = files.flatMap((file) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(file));
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}
