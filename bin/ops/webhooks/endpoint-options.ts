import { type Command, InvalidArgumentError } from "commander";
import { maximumEndpointName, maximumFilterIds } from "../../../core/limits.ts";
import { NewFilter } from "../../../core/webhooks/endpoint-filter.ts";
import {
  type EndpointSettings,
  NewEndpointName,
} from "../../../core/webhooks/endpoint-settings.ts";
import { WebhookEventType } from "../../../core/webhooks/webhook-event.ts";
import { usageError } from "../terminal/failure.ts";
import { optionValue } from "../terminal/option-value.ts";

/** What is chosen of an endpoint; false is what `--no-…` says. */
export interface EndpointSettingOptions {
  name?: string | false;
  url?: string;
  events?: WebhookEventType[];
  counter?: string[];
  group?: string[];
  filter?: false;
  standardWebhooks?: boolean;
}

/** Beside the URL and the events, which a new endpoint must have. */
export function addEndpointOptions(verb: Command): Command {
  return verb
    .option(
      "--name <name>",
      `what people call it, at most ${maximumEndpointName} characters`,
      optionValue(NewEndpointName),
    )
    .option(
      "--counter <counter>",
      `only events of this counter; can be repeated, up to ${maximumFilterIds} with --group`,
      collected,
    )
    .option(
      "--group <group>",
      "only events of this group and of its counters; can be repeated",
      collected,
    )
    .option("--standard-webhooks", "add the Standard Webhooks headers to its deliveries");
}

/** The options that only make sense for an endpoint that exists. */
export function addEndpointChanges(verb: Command): Command {
  return verb
    .option("--no-name", "removes its name")
    .option("--no-filter", "receive the events of all counters and groups")
    .option("--no-standard-webhooks", "switch the Standard Webhooks headers off");
}

/** The settings among the options. `--counter` and `--group` together are the whole filter. */
export function endpointSettings(options: EndpointSettingOptions): Partial<EndpointSettings> {
  const { name, url, events, standardWebhooks } = options;
  const filter = filterOf(options);
  return {
    ...(name !== undefined && { name: name === false ? null : name }),
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events }),
    ...(filter !== undefined && { filter }),
    ...(standardWebhooks !== undefined && { standardWebhooks }),
  };
}

function filterOf({ counter = [], group = [], filter }: EndpointSettingOptions) {
  const isGiven = counter.length + group.length > 0;
  if (filter === false) {
    if (isGiven) throw usageError("--no-filter cannot be combined with --counter or --group");
    return null;
  }
  if (!isGiven) return undefined;
  const parsed = NewFilter.safeParse({ counterIds: counter, groupIds: group });
  if (parsed.success) return parsed.data;
  throw usageError(`--counter and --group: ${parsed.error.issues[0]?.message}`);
}

/** Each time the option is given. It takes one value, so an argument can follow it. */
function collected(value: string, before: string[] = []): string[] {
  return [...before, value];
}

export const eventNames = WebhookEventType.options.join(", ");

export function eventTypes(text: string): WebhookEventType[] {
  return text.split(",").map((part) => {
    const parsed = WebhookEventType.safeParse(part.trim());
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(`"${part.trim()}" is not one of ${eventNames}.`);
  });
}
