import { StartError } from "../start-error.ts";
import { assetPath } from "./assets.ts";
import { type Resource, Stack } from "./stack.ts";
import { readTemplate } from "./template.ts";

export const nestedStackType = "AWS::CloudFormation::Stack";

/**
 * Nested stacks are not run: throws StartError when one has a resource that the runtime would not
 * ignore in the stack itself.
 */
export function refuseNestedResources(stack: Stack, templateFile: string): void {
  for (const resource of stack.resources(nestedStackType)) {
    const urls = { sqs: "", apiUrl: () => "", cdnUrl: () => "" };
    const template = readTemplate(nestedTemplate(resource, templateFile));
    new Stack(resource.logicalId, template, urls).refuseUnknownTypes([]);
  }
}

function nestedTemplate({ logicalId, properties }: Resource, templateFile: string): string {
  const [, hash] = /\b([0-9a-f]{64})\.json/.exec(JSON.stringify(properties.TemplateURL)) ?? [];
  const path = assetPath(hash, templateFile);
  if (path !== undefined) return path;
  throw new StartError(`${logicalId}: its template is not an asset beside ${templateFile}.`);
}
