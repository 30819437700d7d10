import * as z from "zod";
import {
  AlertEnvelope,
  CountEnvelope,
  WebhookEventType,
} from "../../core/webhooks/webhook-event.ts";

/** The version of the webhooks' bodies, contract §9. */
export const eventSchemaVersion = "1.0";

/** The JSON Schema of each event's body, by event type. Later fields are allowed: a receiver ignores them. */
export function eventSchemas(): Record<WebhookEventType, object> {
  const entries = WebhookEventType.options.map((type) => [type, schemaOf(type)]);
  return Object.fromEntries(entries);
}

function schemaOf(type: WebhookEventType): object {
  const envelope = type === "threshold.alert.fired" ? AlertEnvelope : CountEnvelope;
  const description = envelope.meta()?.description;
  const { $schema, ...schema } = z.toJSONSchema(
    envelope.extend({ type: z.literal(type) }).meta({ additionalProperties: true }),
    {
      // The format says it all; few validators take its pattern.
      override: ({ jsonSchema }) => {
        if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      },
    },
  );
  // An id that no deployment's URL is part of.
  const $id = `urn:counting-service:events:${eventSchemaVersion}:${type}`;
  return { $schema, $id, title: type, description, ...schema };
}
