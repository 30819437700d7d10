import fc from "fast-check";
import { expect, test } from "vitest";
import { Metadata } from "../../../core/counters/count-event.ts";
import { updateSettings } from "../../../core/counters/settings/change-counter.ts";
import { DisplayName } from "../../../core/display-name.ts";
import { anyCharacter } from "../../any-character.ts";
import { operator } from "../../core/audit/operator.ts";
import { createCounter, createCustomer, get, stores, tapOnce } from "../../system/service.ts";

const { organization, key } = await createCustomer("enterprise");

/** Any name that a counter may have, from all planes of Unicode. */
const name = fc
  .array(
    fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
      fc.constantFrom("🚪", "\u{10ffff}", "e\u0301", "\u202e"),
    ),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  .map((characters) => characters.join(""))
  .filter((text) => DisplayName.safeParse(text).success);

const metadata = fc
  .dictionary(
    fc.string({ unit: anyCharacter, maxLength: 20 }),
    fc.jsonValue({ stringUnit: anyCharacter }),
    {
      maxKeys: 6,
    },
  )
  // JSON has no negative zero.
  .map((value): unknown => JSON.parse(JSON.stringify(value)))
  .filter((value): value is Metadata => Metadata.safeParse(value).success);

test("any name and any metadata are read back as they were given", async () => {
  const property = fc.asyncProperty(name, name, metadata, async (first, second, given) => {
    const counter = await createCounter(organization, { name: first });
    const counterKey = { organizationId: organization.id, counterId: counter.id };
    await tapOnce(counter, "up", { metadata: given, idempotencyKey: second });
    const [event] = await stores.countEvents.page(counterKey, { limit: 1 });
    expect(event?.metadata).toEqual(given);
    expect(JSON.stringify(event?.metadata)).toBe(JSON.stringify(given));
    const again = await tapOnce(counter, "up", { metadata: given, idempotencyKey: second });
    expect(again).toEqual({ result: "repeated", event });
    const settings = { name: second };
    await updateSettings(stores, { key: counterKey, settings }, operator);
    const listed = await stores.counters.list(organization.id);
    expect(listed.find(({ id }) => id === counter.id)?.name).toBe(second);
    const response = await get(`/api/v1/counters/${counter.id}/history`, key);
    expect(await response.json()).toEqual({
      counterId: counter.id,
      counterName: second,
      events: [event],
    });
  });
  await fc.assert(property, { numRuns: 60, ...replayed() });
});

/** FC_SEED and FC_PATH replay what a failure printed. */
function replayed() {
  const { FC_SEED, FC_PATH } = process.env;
  return { ...(FC_SEED && { seed: Number(FC_SEED) }), ...(FC_PATH && { path: FC_PATH }) };
}
