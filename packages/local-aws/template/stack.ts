import * as z from "zod";
import { StartError } from "../start-error.ts";
import { localAccount, localRegion } from "./arns.ts";
import { ignoredResources } from "./ignored-resources.ts";
import { holds, resolve, type Scope } from "./intrinsics.ts";
import { attributeOf, nameProperties, type Urls } from "./references.ts";
import type { Template } from "./template.ts";

/** A property for which AWS would require grants that the local runtime does not check. */
export const uncheckedAccess = z
  .never("decides on AWS who has access, and would not here")
  .optional();

/** A resource of the template that the local runtime acts on. */
export interface Resource {
  logicalId: string;
  type: string;
  properties: Record<string, unknown>;
  metadata: Record<string, unknown>;
}

/** A parsed template together with the meaning of its names on this machine. */
export class Stack {
  readonly name: string;
  readonly #template: Template;
  readonly #urls: Urls;
  readonly #scope: Scope;

  constructor(name: string, template: Template, urls: Urls) {
    this.name = name;
    this.#template = template;
    this.#urls = urls;
    this.#scope = {
      ref: (target) => this.#ref(target),
      getAtt: (logicalId, attribute) => this.#attribute(logicalId, attribute),
      condition: (condition) => holds(this.#template.Conditions[condition], this.#scope),
      rewrite: (text) => this.#localUrls(text),
      findInMap: (map, first, second) => this.#template.Mappings[map]?.[first]?.[second],
    };
  }

  /** The resources of these types whose condition holds. */
  resources(...types: string[]): Resource[] {
    return Object.entries(this.#template.Resources)
      .filter(([, { Type }]) => types.includes(Type))
      .filter(([, { Condition }]) => !Condition || this.#scope.condition(Condition))
      .map(([logicalId, { Type, Properties, Metadata }]) => ({
        logicalId,
        type: Type,
        properties: Properties,
        metadata: Metadata,
      }));
  }

  /** Throws StartError when the template has a resource that is neither run nor ignored. */
  refuseUnknownTypes(supported: readonly string[]): void {
    const types = new Set(Object.values(this.#template.Resources).map(({ Type }) => Type));
    const unknown = [...types].filter((t) => !supported.includes(t) && !ignoredResources.has(t));
    const found = this.resources(...unknown).map((r) => `${r.logicalId} (${r.type})`);
    if (found.length === 0) return;
    throw new StartError(
      `The local runtime does not know what to do with ${found.join(", ")}. Teach it the type, ` +
        "or name it in template/ignored-resources.ts with the reason.",
    );
  }

  /**
   * The resolved properties of a resource. The schema is strict: a property that is neither in it
   * nor in `withoutEffect` is a StartError, because it would have an effect on AWS and none here.
   */
  properties<T>(
    resource: Resource,
    schema: z.ZodType<T>,
    withoutEffect: readonly string[] = [],
  ): T {
    const kept = Object.entries(resource.properties).filter(
      ([key]) => !withoutEffect.includes(key),
    );
    const parsed = schema.safeParse(resolve(Object.fromEntries(kept), this.#scope));
    if (parsed.success) return parsed.data;
    const problems = parsed.error.issues.map((i) => `${i.path.join(".")} ${i.message}`.trim());
    throw new StartError(
      `${resource.logicalId} (${resource.type}) has properties that the local runtime ` +
        `does not support: ${problems.join("; ")}`,
    );
  }

  /** The local physical name of a resource. */
  nameOf(logicalId: string): string {
    const { Type, Properties } = this.#find(logicalId);
    const property = nameProperties.get(Type);
    const declared = property ? resolve(Properties[property], this.#scope) : undefined;
    if (typeof declared === "string") return declared;
    return Type === "AWS::SQS::Queue" && Properties.FifoQueue ? `${logicalId}.fifo` : logicalId;
  }

  /** The template's Outputs, resolved. */
  outputs(): Record<string, string> {
    const shown = Object.entries(this.#template.Outputs).filter(
      ([, { Condition }]) => !Condition || this.#scope.condition(Condition),
    );
    return Object.fromEntries(
      shown.map(([name, { Value }]) => [name, String(resolve(Value, this.#scope))]),
    );
  }

  #find(logicalId: string): Template["Resources"][string] {
    const resource = this.#template.Resources[logicalId];
    if (resource) return resource;
    throw new StartError(`The template refers to ${logicalId}, which it does not declare.`);
  }

  #ref(target: string): unknown {
    switch (target) {
      case "AWS::Region":
        return localRegion;
      case "AWS::AccountId":
        return localAccount;
      case "AWS::Partition":
        return "aws";
      case "AWS::URLSuffix":
        return "amazonaws.com";
      case "AWS::StackName":
        return this.name;
      case "AWS::StackId":
        return `arn:aws:cloudformation:${localRegion}:${localAccount}:stack/${this.name}/local`;
      case "AWS::NoValue":
        return undefined;
    }
    const parameter = this.#template.Parameters[target];
    if (!parameter) return this.#attribute(target, "Ref");
    if (parameter.Default !== undefined) return parameter.Default;
    throw new StartError(`The template's parameter ${target} has no default value.`);
  }

  /** The CDK builds an API's URL from its id (`api.url`), without asking for ApiEndpoint. */
  #localUrls(text: string): string {
    return text
      .replaceAll(/https:\/\/(\w+)\.execute-api\.[\w-]+\.amazonaws\.com/g, (url, id) =>
        this.#template.Resources[id] ? this.#urls.apiUrl(id) : url,
      )
      .replaceAll(/https:\/\/(\w+)\.cloudfront\.net/g, (url, id) =>
        this.#template.Resources[id] ? this.#urls.cdnUrl(id) : url,
      );
  }

  #attribute(logicalId: string, attribute: string): string {
    const { Type: type, Properties } = this.#find(logicalId);
    const qualifier = type === "AWS::Lambda::Alias" ? String(Properties.Name) : "1";
    const target = { logicalId, type, name: this.nameOf(logicalId), qualifier };
    return attributeOf(target, attribute, this.#urls);
  }
}
