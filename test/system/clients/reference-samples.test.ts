// @module-tag all
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { notRunWithout } from "../../not-run.ts";
import { createCustomer, getSite, outputs, tapOnce } from "../service.ts";

const { key, counter } = await createCustomer("pro");
await tapOnce(counter);

const pages: [page: string, printed: unknown][] = [
  ["list-counters", `${counter.name} 1`],
  ["get-counter", "1"],
  ["get-counter-history", expect.stringMatching(/^\d{4}-\d\d-\d\dT\S+Z 1$/)],
];

/** The sample of a page as the docs of this deployment show it, for the counter of this test. */
async function sampleOf(page: string, language: "js JavaScript" | "python Python") {
  const folder = mkdtempSync(join(tmpdir(), "sample-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const markdown = await (await getSite(`/docs/reference/${page}.md`)).text();
  const [, sample = ""] =
    new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "ms").exec(markdown) ?? [];
  expect(sample).toContain(outputs.ApiUrl);
  const file = join(folder, language.startsWith("js") ? "sample.mjs" : "sample.py");
  writeFileSync(file, sample.replace(/ctr_\w+/, counter.id));
  return { folder, file };
}

const run = (program: string, file: string) =>
  execFileSync(program, [file], {
    env: { ...process.env, API_KEY: key },
    encoding: "utf8",
  }).trim();

test.each(pages)(
  "the sample in JavaScript of %s runs as the docs show it",
  async (page, printed) => {
    const { folder, file } = await sampleOf(page, "js JavaScript");
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(inject("clientPackage"), join(folder, "node_modules", "counting-client"));
    expect(run(process.execPath, file)).toEqual(printed);
  },
);

const notRun = notRunWithout("python3", "Each sample in Python of the reference");

test.skipIf(notRun).each(pages)(
  `${notRun}the sample in Python of %s runs as the docs show it`,
  async (page, printed) => {
    const { folder, file } = await sampleOf(page, "python Python");
    const client = await (await getSite("/docs/clients/counting_client.py")).text();
    writeFileSync(join(folder, "counting_client.py"), client);
    expect(run("python3", file)).toEqual(printed);
  },
);
