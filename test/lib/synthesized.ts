import { Annotations, Match, type Template } from "aws-cdk-lib/assertions";
import * as z from "zod";
import type { CountingServiceStack } from "../../lib/stack.ts";
import { alarmTopicArn, context, type Synthesis, synthesize } from "../../lib/synthesis.ts";

export { alarmTopicArn, context, everySetting } from "../../lib/synthesis.ts";

const made = new Map<string, Synthesis>();

/**
 * What cdk.json makes with these settings, synthesized once for all files of a worker. A synthesis takes
 * 0.6 s of a core: the settings below serve most tests, and few need their own.
 */
function synthesized(settings: Record<string, string>): Synthesis {
  const key = JSON.stringify({ ...context, ...settings });
  const known = made.get(key) ?? synthesize(settings);
  made.set(key, known);
  return known;
}

/** The stack with these settings. */
export function stackOf(settings: Record<string, string>): CountingServiceStack {
  return synthesized(settings).stack;
}

/** The names of the warnings that the stack has with these settings. */
export function warningsOf(settings: Record<string, string>): (string | undefined)[] {
  return Annotations.fromStack(stackOf(settings))
    .findWarning("*", Match.stringLikeRegexp("counting-service:"))
    .map(({ entry }) => /counting-service:([\w-]+)/.exec(String(entry.data))?.[1]);
}

/** The template of the stack with these settings. */
export function template(settings: Record<string, string> = {}): Template {
  return synthesized(settings).main;
}

/** People get mail. */
export const withMail = {
  sesIdentityArn: "arn:aws:ses:eu-west-1:123456789012:identity/example.com",
  mailFrom: "counts@example.com",
};

/** An account that has room for gradual deployments, of all functions that there are. */
export const roomy = { lambdaConcurrency: "100", ...withMail };

/** The template of the nested stack that shifts functions to their next versions; throws without one. */
export function deployments(settings: Record<string, string> = roomy): Template {
  return nestedTemplate("Deployments", settings);
}

/** The template of the nested stack with the windows of objectives. */
export function burnWindows(settings: Record<string, string> = {}): Template {
  return nestedTemplate("BurnWindows", settings);
}

function nestedTemplate(id: string, settings: Record<string, string>): Template {
  const found = synthesized(settings).nested[id];
  if (found === undefined) throw new Error(`with these settings there is no nested stack ${id}`);
  return found;
}

/** A stage that keeps its data, in which much is other than by default. */
export const otherSettings = {
  stage: "staging",
  alarmTopicArn,
  ticketTopicArn: "arn:aws:sns:eu-west-1:123456789012:tickets",
  oidcIssuer: "https://login.example.com/tenant/v2.0",
  oidcClientId: "abc",
  oidcClientSecretArn: "arn:aws:secretsmanager:eu-west-1:123456789012:secret:oidc-AbCdEf",
  canary: "false",
  deployment: "allAtOnce",
  lambdaConcurrency: "200",
};

/** A stage whose data are deleted with it. */
export const ephemeral = { stage: "dev-anna" };

/** An ephemeral stage with what it has only when asked. */
export const ephemeralAsked = {
  ...ephemeral,
  canary: "true",
  deployment: "gradual",
  ...withMail,
  sesIdentityArn: "arn:aws:ses:eu-west-1:123456789012:identity/counts@example.com",
};

const Resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
});
export type Resource = z.infer<typeof Resource>;

/** The resources of a type by their readable names; there is at least one. */
export function resources(type: string, from = template()): Record<string, Resource> {
  const found = Object.entries(from.findResources(type));
  if (found.length === 0) throw new Error(`no resource of the type ${type}`);
  return Object.fromEntries(found.map(([id, raw]) => [readable(id), Resource.parse(raw)]));
}

/** The properties of each resource of a type. */
export function propertiesOf(type: string, from = template()): Record<string, unknown>[] {
  return Object.values(resources(type, from)).map(({ Properties }) => Properties);
}

/**
 * Properties with every reference replaced by text: `{Counters.Arn}`, `{AWS::Region}`, and joins put
 * together, as in `{FailedRecords.Arn}/*`.
 */
export function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== "object" || value === null) return value;
  const intrinsic = Intrinsic.safeParse(value);
  if (intrinsic.success) return intrinsicText(intrinsic.data);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolved(part)]));
}

const Intrinsic = z.union([
  z.strictObject({ Ref: z.string() }),
  z.strictObject({ "Fn::GetAtt": z.tuple([z.string(), z.string()]) }),
  z.strictObject({
    "Fn::Join": z.tuple([
      z.string(),
      z.union([
        z.array(z.unknown()),
        z.strictObject({ "Fn::Split": z.tuple([z.string(), z.unknown()]) }),
      ]),
    ]),
  }),
]);

function intrinsicText(intrinsic: z.infer<typeof Intrinsic>): string {
  if ("Ref" in intrinsic) return `{${readable(intrinsic.Ref)}}`;
  if ("Fn::GetAtt" in intrinsic) {
    const [id, attribute] = intrinsic["Fn::GetAtt"];
    return `{${readable(id)}.${attribute}}`;
  }
  const [separator, parts] = intrinsic["Fn::Join"];
  if (Array.isArray(parts)) return parts.map(resolved).join(separator);
  const [between, text] = parts["Fn::Split"];
  return String(resolved(text)).replaceAll(between, separator);
}

/** A logical id without its hash, and without the construct that holds all of its kind. */
function readable(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, "").replace(/^Tables/, "");
}
