import { readFileSync } from "node:fs";
import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";
import { expect, test } from "vitest";
import * as z from "zod";
import { importableTypes, importMapOf } from "../../core/data/restore/import-map.ts";
import { everySetting, otherSettings, template } from "./synthesized.ts";

const schemas = loadAwsServiceSpecSync();

const Resources = z.record(
  z.string(),
  z.object({
    Type: z.string(),
    DeletionPolicy: z.string().default("Delete"),
    UpdateReplacePolicy: z.string().optional(),
    Properties: z.record(z.string(), z.unknown()).default({}),
  }),
);

const all = Resources.parse(template(everySetting).toJSON().Resources);
const retained = Object.entries(all).filter(([, { DeletionPolicy }]) =>
  DeletionPolicy.startsWith("Retain"),
);

// Versions are gone with their function.
const notImported = ["AWS::Lambda::Version", "AWS::Logs::LogGroup"];

test("whatever outlives the stack can be imported, is a log, or goes with its function", () => {
  const types = new Set(retained.map(([, { Type }]) => Type));
  expect([...types].toSorted()).toEqual(
    [...Object.keys(importableTypes), ...notImported].toSorted(),
  );
  // Everything of such a type: a table that is deleted would be missed only when it is too late.
  const kept = new Set(retained.map(([id]) => id));
  const deleted = Object.entries(all).filter(
    ([id, { Type }]) => Type in importableTypes && !kept.has(id),
  );
  expect(deleted).toEqual([]);
});

test("the import map names each of them by the identifier of AWS's schema", () => {
  const resources = Object.entries(all).map(([logicalId, { Type, DeletionPolicy }]) => ({
    ...{ logicalId, type: Type, physicalId: `the-${logicalId}` },
    retained: DeletionPolicy.startsWith("Retain"),
  }));
  const map = importMapOf(resources);
  const expected = retained.filter(([, { Type }]) => !notImported.includes(Type));
  expect(Object.keys(map).toSorted()).toEqual(expected.map(([id]) => id).toSorted());
  expect(expected.length).toBe(29);
  for (const [id, { Type }] of expected) {
    const [schema] = [...schemas.lookup("resource", "cloudFormationType", "equals", Type)];
    expect([id, Object.keys(map[id] ?? {})]).toEqual([id, schema?.primaryIdentifier]);
    expect(map[id]).toEqual({ [importableTypes[Type] ?? ""]: `the-${id}` });
  }
});

test("the way back from a provider of one's own imports the user pool that was kept", () => {
  const type = "AWS::Cognito::UserPool";
  const page = readFileSync("docs/operators/deploy.md", "utf8");
  const [, mapping = "{}"] = /echo '(.*)' > pool\.json\n *npx cdk import/.exec(page) ?? [];
  const [logicalId = ""] = Object.keys(template().findResources(type));
  expect(JSON.parse(mapping)).toEqual({ [logicalId]: { [importableTypes[type] ?? ""]: "POOL" } });
  expect(template(otherSettings).findResources(type)).toEqual({});
});

test("an import needs nothing that it does not import", () => {
  // The template of an import has these resources only: another name in them would be unknown there.
  const ids = new Set(Object.keys(importMapOf(asFormer(retained))));
  const foreign = retained
    .filter(([id]) => ids.has(id))
    .flatMap(([id, resource]) =>
      namedIn(resource)
        .filter((name) => !name.startsWith("AWS::") && !ids.has(name))
        .map((name) => `${id} names ${name}`),
    );
  expect(foreign).toEqual([]);
});

test("no name is given that a former resource could not have", () => {
  for (const [id, { Type, Properties }] of retained) {
    if (Type in importableTypes) {
      expect([id, Properties[importableTypes[Type] ?? ""]]).toEqual([id, undefined]);
    }
  }
});

function asFormer(resources: typeof retained) {
  return resources.map(([logicalId, { Type }]) => ({
    ...{ logicalId, type: Type, physicalId: logicalId, retained: true },
  }));
}

/** Every name that a reference in this value has. */
function namedIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namedIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (key === "Ref" && typeof part === "string") return [part];
    if (key === "DependsOn") return [part].flat().map(String);
    if (key === "Fn::GetAtt") return [String([part].flat()[0]).split(".")[0] ?? ""];
    if (key === "Fn::Sub")
      return [...JSON.stringify(part).matchAll(/\$\{([^}.!]+)/g)].map(([, name]) => name ?? "");
    return namedIn(part);
  });
}
