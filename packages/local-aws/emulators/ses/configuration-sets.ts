import * as z from "zod";
import { eventBusArn } from "../../template/arns.ts";
import type { Stack } from "../../template/stack.ts";

export const configurationSetTypes = [
  "AWS::SES::ConfigurationSet",
  "AWS::SES::ConfigurationSetEventDestination",
];

/** The kinds of events that a configuration set publishes to EventBridge, by its name. */
export type ConfigurationSets = ReadonlyMap<string, ReadonlySet<string>>;

const SetProperties = z.strictObject({
  Name: z.string().optional(),
  SuppressionOptions: z
    .strictObject({ SuppressedReasons: z.array(z.enum(["BOUNCE", "COMPLAINT"])) })
    .optional(),
});

const DestinationProperties = z.strictObject({
  ConfigurationSetName: z.string(),
  EventDestination: z.strictObject({
    Name: z.string().optional(),
    Enabled: z.literal(true),
    MatchingEventTypes: z.array(z.string()),
    /** "Only the default bus is supported." */
    EventBridgeDestination: z.strictObject({ EventBusArn: z.literal(eventBusArn("default")) }),
  }),
});

/** The configuration sets that the template declares, with their event destinations. */
export function readConfigurationSets(stack: Stack): ConfigurationSets {
  const sets = new Map<string, Set<string>>();
  for (const resource of stack.resources("AWS::SES::ConfigurationSet")) {
    stack.properties(resource, SetProperties, ["Tags"]);
    sets.set(stack.nameOf(resource.logicalId), new Set());
  }
  for (const resource of stack.resources("AWS::SES::ConfigurationSetEventDestination")) {
    const { ConfigurationSetName: name, EventDestination } = stack.properties(
      resource,
      DestinationProperties,
    );
    for (const type of EventDestination.MatchingEventTypes) {
      sets.get(name)?.add(type.toLowerCase());
    }
  }
  return sets;
}
