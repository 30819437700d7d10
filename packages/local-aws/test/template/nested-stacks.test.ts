import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refuseNestedResources } from "../../template/nested-stacks.ts";
import { Stack } from "../../template/stack.ts";
import { readTemplate } from "../../template/template.ts";

const hash = "0123456789abcdef".repeat(4);

/** Looks at a template with one nested stack, as the CDK writes them. */
function look(nested: object | undefined): void {
  const folder = mkdtempSync(join(tmpdir(), "nested-"));
  const write = (name: string, content: object) => {
    writeFileSync(join(folder, name), JSON.stringify(content));
    return join(folder, name);
  };
  const url = { "Fn::Sub": `https://s3.$\u007bAWS::Region}.amazonaws.com/assets/${hash}.json` };
  const Nested = { Type: "AWS::CloudFormation::Stack", Properties: { TemplateURL: url } };
  const file = write("Main.template.json", { Resources: { Nested } });
  if (nested !== undefined) {
    write("Nested.nested.template.json", { Resources: nested });
    const source = { path: "Nested.nested.template.json" };
    write("Main.assets.json", { files: { [hash]: { source } } });
  }
  const stack = new Stack("main", readTemplate(file), {
    sqs: "",
    apiUrl: () => "",
    cdnUrl: () => "",
  });
  refuseNestedResources(stack, file);
}

test("a nested stack that has nothing to run is passed over", () => {
  const Alarm = { Type: "AWS::CloudWatch::Alarm" };
  const Group = { Type: "AWS::CodeDeploy::DeploymentGroup" };
  expect(() => look({ Alarm, Group })).not.toThrow();
});

test("a nested stack with something to run is an error that names it", () => {
  expect(() => look({ Orders: { Type: "AWS::SQS::Queue" } })).toThrow("Orders (AWS::SQS::Queue)");
});

test("a nested stack whose template is not there is an error", () => {
  expect(() => look(undefined)).toThrow("Nested: its template is not an asset beside");
});
