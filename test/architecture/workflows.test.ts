import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { App } from "aws-cdk-lib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { configurationOf } from "../../lib/configuration.ts";

const root = resolve(import.meta.dirname, "..", "..");
const folder = join(root, ".github", "workflows");
const workflows = readdirSync(folder).map((name) => ({
  name,
  content: readFileSync(join(folder, name), "utf8"),
}));

// GitHub's own parser imports its schema in a way that only bundlers take.
const bundled = await build({
  stdin: { contents: 'export * from "@actions/workflow-parser"', resolveDir: root },
  ...{ bundle: true, format: "esm", platform: "browser", write: false, logLevel: "silent" },
});
const code = Buffer.from(bundled.outputFiles[0]?.contents ?? "").toString("base64");
const {
  parseWorkflow,
  convertWorkflowTemplate,
  NoOperationTraceWriter,
}: typeof import("@actions/workflow-parser") = await import(`data:text/javascript;base64,${code}`);

/** What GitHub would not accept of a workflow. */
async function mistakesIn(content: string): Promise<string[]> {
  const trace = new NoOperationTraceWriter();
  const { context, value } = parseWorkflow({ name: "workflow.yml", content }, trace);
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

test.each(workflows)("GitHub accepts $name", async ({ content }) => {
  expect(await mistakesIn(content)).toEqual([]);
});

test.each([
  ["a misspelled key", "timeout-minutes", "timeout-minuts"],
  ["a context that does not exist", "vars.AWS_REGION", "vrs.AWS_REGION"],
  ["a job that does not exist", "needs: try", "needs: tri"],
])("GitHub does not accept %s", async (_, right, wrong) => {
  const { content = "" } = workflows.find(({ name }) => name === "stage.yml") ?? {};
  expect(await mistakesIn(content.replaceAll(right, wrong))).not.toEqual([]);
});

const matches = (content: string, pattern: RegExp) =>
  [...content.matchAll(pattern)].map(([, found = ""]) => found);

test.each(workflows)("$name pins its actions, ends in time and holds no key", ({ content }) => {
  const used = matches(content, /uses: (.+)/g);
  expect(used.filter((action) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  expect(matches(content, /(timeout-minutes): \d+/g)).toHaveLength(
    matches(content, /(runs-on):/g).length,
  );
  expect(content).toMatch(
    /^permissions:\n {2}contents: read\n\nconcurrency:|^permissions:\n {2}contents: read\n\n#/m,
  );
  expect(content).not.toMatch(/secrets\.|aws-access-key/);
});

test("a job that gets credentials has an environment, and none runs for a fork", () => {
  for (const { content } of workflows) {
    const jobs = content.split(/^jobs:$/m)[1]?.split(/^ {2}(?=[a-z]+:$)/m) ?? [];
    for (const job of jobs.filter((text) => text.includes("id-token: write"))) {
      expect(job).toMatch(/^ {4}environment: (stages|production)$/m);
      if (!/^ {2}pull_request(_target)?:$/m.test(content)) continue;
      expect(job).toContain("github.event.pull_request.head.repo.full_name == github.repository");
    }
  }
});

test("closing a pull request removes its stage despite conflicts, without running its code", () => {
  // GitHub starts no workflow of `pull_request` for a pull request with conflicts.
  const targets = workflows.filter(({ content }) => content.includes("pull_request_target"));
  expect(targets).toHaveLength(1);
  const { content = "" } = targets[0] ?? {};
  expect(content).toContain("\n  pull_request_target:\n    types: [closed]\n");
  expect(content).toContain("npx cdk destroy --force");
  const checkedOut = matches(content, /actions\/checkout@.*\n {8}with:\n {10}(.+)/g);
  expect(checkedOut).toEqual([
    expect.stringMatching(/^ref: .* github\.event\.repository\.default_branch /),
  ]);
  expect(content).not.toMatch(/head_ref|head\.(ref|sha)|refs\/pull|artifact|cache/);
});

test("what follows a deployment begins with new credentials, since they last for an hour", () => {
  const steps = workflows.flatMap(({ content }) => content.split(/^ {6}- /m));
  const after = steps.flatMap((step, index) =>
    step.startsWith("run: npx cdk deploy") ? [steps[index + 1]] : [],
  );
  expect(after).toHaveLength(2);
  for (const step of after) expect(step).toMatch(/^uses: aws-actions\/configure-aws-credentials@/);
});

test("the documented trust policy takes both forms of GitHub's subject, and says how to get the ids", () => {
  const page = readFileSync(join(root, "docs", "operators", "deploy-from-github.md"), "utf8");
  const policies = matches(page, /^```json\n(\{[^`]*AssumeRoleWithWebIdentity[^`]*\})\n```$/gm);
  const subjects = policies.map(
    (text) =>
      JSON.parse(text).Statement[0].Condition.StringEquals[
        "token.actions.githubusercontent.com:sub"
      ],
  );
  expect(subjects).toEqual([
    [
      "repo:OWNER/REPOSITORY:environment:stages",
      "repo:OWNER@OWNER_ID/REPOSITORY@REPOSITORY_ID:environment:stages",
    ],
  ]);
  expect(page).toMatch(/^ *gh api repos\/OWNER\/REPOSITORY --jq .*owner\.id.*\.id/m);
});

test("each npm script and each setting that a workflow names exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const all = workflows.map(({ content }) => content).join("\n");
  expect(matches(all, /npm run ([a-z:]+)/g).filter((script) => !(script in scripts))).toEqual([]);
  const { context } = JSON.parse(readFileSync(join(root, "cdk.json"), "utf8"));
  const stage = { stage: "test-pr-1", deployment: "gradual" };
  const given = matches(all, /-c ([a-zA-Z]+=[^\s]+)/g).map((setting) => setting.split("="));
  const set = Object.fromEntries(given.map(([name = "", value]) => [name, value]));
  const app = new App({ context: { ...context, ...set, ...stage } });
  expect(configurationOf(app.node)).toMatchObject({ ephemeral: true, canary: true });
  expect(Object.keys(set)).toContain("stage");
});

test("a release deploys with the settings' own way to shift functions, unless a person chooses one", () => {
  const { content = "" } = workflows.find(({ name }) => name === "production.yml") ?? {};
  expect(content).toMatch(
    /DEPLOYMENT: .+ inputs\.deployment != 'default' && inputs\.deployment \|\| ''/,
  );
  expect(content).toMatch(/cdk deploy .*\$\{DEPLOYMENT:\+-c deployment="\$DEPLOYMENT"\}$/m);
});
