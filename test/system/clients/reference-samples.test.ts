import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { createCustomer, getSite, outputs, tapOnce } from "../service.ts";

const { key, counter } = await createCustomer("pro");
await tapOnce(counter);

test.each([
  ["list-counters", `${counter.name} 1`],
  ["get-counter", "1"],
  ["get-counter-history", expect.stringMatching(/^\d{4}-\d\d-\d\dT\S+Z 1$/)],
])(
  "the sample in JavaScript of %s runs as the docs of this deployment show it",
  async (page, printed) => {
    const folder = mkdtempSync(join(tmpdir(), "sample-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(inject("clientPackage"), join(folder, "node_modules", "counting-client"));
    const markdown = await (await getSite(`/docs/reference/${page}.md`)).text();
    const [, sample = ""] = /^```js JavaScript\n(.*?)^```/ms.exec(markdown) ?? [];
    expect(sample).toContain(outputs.ApiUrl);
    const file = join(folder, "sample.mjs");
    writeFileSync(file, sample.replace(/ctr_\w+/, counter.id));
    const env = { ...process.env, API_KEY: key };
    expect(execFileSync(process.execPath, [file], { env, encoding: "utf8" }).trim()).toEqual(
      printed,
    );
  },
);
