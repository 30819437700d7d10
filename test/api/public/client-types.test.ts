import type { AlertWebhook, CountEvent, Counter, CountWebhook, History } from "counting-client";
import { expectTypeOf, test } from "vitest";
import type * as events from "../../../core/counters/count-event.ts";
import type * as counters from "../../../core/counters/counter.ts";
import type * as webhooks from "../../../core/webhooks/webhook-event.ts";

/** Optional and intersected types, written out. */
type Flat<T> = T extends object ? { [Key in keyof T]: Flat<T[Key]> } : T;

// The types of the client are written by hand. The API description is made from the schemas of these types, so
// `npm run types` fails as soon as the client and the description differ.
test("the client's types are those of the API description", () => {
  expectTypeOf<Flat<Counter>>().toEqualTypeOf<Flat<counters.Counter>>();
  type Open = "metadata" | "eventType";
  expectTypeOf<Flat<Omit<CountEvent, Open>>>().toEqualTypeOf<Flat<Omit<events.CountEvent, Open>>>();
  expectTypeOf<events.CountEvent["eventType"]>().toExtend<CountEvent["eventType"]>();
  expectTypeOf<keyof History>().toEqualTypeOf<keyof events.History>();
  expectTypeOf<Flat<CountWebhook>>().toEqualTypeOf<Flat<webhooks.CountEnvelope>>();
  expectTypeOf<Flat<AlertWebhook>>().toEqualTypeOf<Flat<webhooks.AlertEnvelope>>();
});
