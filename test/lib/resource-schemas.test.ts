// @module-tag all
import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";
import type { PropertyType, SpecDatabase } from "@aws-cdk/service-spec-types";
import { expect, test } from "vitest";
import * as z from "zod";
import {
  deployments,
  ephemeral,
  everySetting,
  otherSettings,
  stackOf,
  template,
} from "./synthesized.ts";

/** AWS's own schemas of CloudFormation's resource types, as the CDK's team publishes them. */
const schemas: SpecDatabase = loadAwsServiceSpecSync();

const Resources = z.record(
  z.string(),
  z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
);

/** What is wrong with the resources of a template, a sentence each. */
function faultsOf(resources: z.infer<typeof Resources>): string[] {
  return Object.entries(resources).flatMap(([id, { Type, Properties }]) => {
    const [schema, ...others] = schemas.lookup("resource", "cloudFormationType", "equals", Type);
    if (schema === undefined || others.length > 0) return [`${id}: there is no type ${Type}`];
    return faultsOfObject(Properties, schema.properties, id);
  });
}

type Properties = Record<string, { type: PropertyType; required?: boolean }>;

function faultsOfObject(
  value: Record<string, unknown>,
  properties: Properties,
  path: string,
): string[] {
  const missing = Object.entries(properties)
    .filter(([name, { required }]) => required && value[name] === undefined)
    .map(([name]) => `${path}: ${name} is missing`);
  const wrong = Object.entries(value).flatMap(([name, part]) => {
    const property = properties[name];
    const where = `${path}.${name}`;
    return property ? faultsOfValue(part, property.type, where) : [`${where}: is unknown`];
  });
  return [...missing, ...wrong];
}

function faultsOfValue(value: unknown, type: PropertyType, path: string): string[] {
  if (isIntrinsic(value)) return [];
  const fault = [`${path}: ${JSON.stringify(value)} is not of the type ${type.type}`];
  switch (type.type) {
    case "string":
      if (typeof value !== "string") return fault;
      if (type.allowedValues === undefined || type.allowedValues.includes(value)) return [];
      return [`${path}: ${value} is none of ${type.allowedValues.join(", ")}`];
    case "integer":
      return Number.isInteger(value) ? [] : fault;
    case "number":
      return typeof value === "number" ? [] : fault;
    case "boolean":
      return typeof value === "boolean" ? [] : fault;
    case "json":
      return typeof value === "object" || typeof value === "string" ? [] : fault;
    case "array":
      if (!Array.isArray(value)) return fault;
      return value.flatMap((part, index) => faultsOfValue(part, type.element, `${path}.${index}`));
    case "map":
      if (!isObject(value)) return fault;
      return Object.entries(value).flatMap(([name, part]) =>
        faultsOfValue(part, type.element, `${path}.${name}`),
      );
    case "ref":
      if (!isObject(value)) return fault;
      return faultsOfObject(value, schemas.get("typeDefinition", type.reference).properties, path);
    case "union":
      return type.types.some((one) => faultsOfValue(value, one, path).length === 0) ? [] : fault;
    case "tag":
      return isObject(value) && typeof value.Key === "string" ? [] : fault;
    default:
      return fault;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What CloudFormation puts in its place is known only when the stack is deployed. */
function isIntrinsic(value: unknown): boolean {
  if (!isObject(value)) return false;
  const [name, ...others] = Object.keys(value);
  return others.length === 0 && (name === "Ref" || name?.startsWith("Fn::") === true);
}

test.each([
  ["of cdk.json", {}],
  ["of an ephemeral stage", ephemeral],
  ["with every setting", everySetting],
  ["with other settings", otherSettings],
])("the template %s fits AWS's schema of each resource", (_, settings) => {
  const resources = Resources.parse(template(settings).toJSON().Resources);
  expect(Object.keys(resources).length).toBeGreaterThan(300);
  expect(faultsOf(resources)).toEqual([]);
});

test.each([
  ["an unknown type", { Type: "AWS::SQS::Cue", Properties: {} }, "there is no type AWS::SQS::Cue"],
  [
    "an unknown property",
    { Type: "AWS::SQS::Queue", Properties: { Delay: 1 } },
    "A.Delay: is unknown",
  ],
  [
    "a value of another type",
    { Type: "AWS::SQS::Queue", Properties: { DelaySeconds: "soon" } },
    'A.DelaySeconds: "soon" is not of the type integer',
  ],
  [
    "a value that does not exist",
    {
      Type: "AWS::MediaLive::CloudWatchAlarmTemplate",
      Properties: { Statistic: "Median" },
    },
    "A.Statistic: Median is none of SampleCount, Average",
  ],
  [
    "a required property that is missing",
    { Type: "AWS::Lambda::Function", Properties: { Code: {} } },
    "A: Role is missing",
  ],
])("%s is found", (_, resource, fault) => {
  expect(faultsOf({ A: resource }).join("\n")).toContain(fault);
});

/**
 * What can carry tags and lacks the stack's: CloudFormation puts a stack's tags on resources that
 * have tags of their own, and not on parts of others, such as the replicas of a table.
 */
function untaggedIn(resources: z.infer<typeof Resources>): string[] {
  return Object.entries(resources).flatMap(([id, { Type, Properties }]) => {
    const [schema] = schemas.lookup("resource", "cloudFormationType", "equals", Type);
    const isTagged = schema === undefined || schema.tagInformation !== undefined;
    return isTagged ? [] : untaggedOf(Properties, schema.properties, id);
  });
}

function untaggedOf(value: unknown, properties: Properties, path: string): string[] {
  return Object.entries(properties).flatMap(([name, { type }]) => {
    const part = isObject(value) ? value[name] : undefined;
    if (/^(Resource)?Tags$/.test(name)) {
      const isTagged = JSON.stringify(part)?.includes('{"Key":"stack","Value":"Service"}');
      return isTagged ? [] : [`${path}.${name}`];
    }
    const [one, parts] = type.type === "array" ? [type.element, [part].flat()] : [type, [part]];
    if (one.type !== "ref") return [];
    const inner = schemas.get("typeDefinition", one.reference).properties;
    return parts.filter(isObject).flatMap((object) => untaggedOf(object, inner, `${path}.${name}`));
  });
}

test("whatever can carry a tag has the stack's, by which the budget finds its costs", () => {
  for (const made of [template(everySetting), deployments(everySetting)]) {
    expect(untaggedIn(Resources.parse(made.toJSON().Resources))).toEqual([]);
  }
  // Of the stack itself, and so of all resources that have tags of their own.
  expect(stackOf(everySetting).tags.tagValues()).toEqual({ stack: "Service" });
});

test("the nested template fits AWS's schema of each resource", () => {
  const resources = Resources.parse(deployments().toJSON().Resources);
  expect(Object.keys(resources).length).toBeGreaterThan(50);
  expect(faultsOf(resources)).toEqual([]);
});
