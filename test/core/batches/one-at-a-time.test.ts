import { expect, test } from "vitest";
import { oneAtATime } from "../../../core/batches/one-at-a-time.ts";

test("tasks of one name wait for each other, also where one fails; others do not", async () => {
  const inTurn = oneAtATime();
  const begun: string[] = [];
  const [first, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const running = (name: string, text: string, until?: Promise<void>) =>
    inTurn(name, async () => {
      begun.push(text);
      await until;
      return text;
    });
  const a1 = running("a", "a1", first.promise);
  const a2 = running("a", "a2");
  const a3 = running("a", "a3");
  const b1 = running("b", "b1", other.promise);
  expect(begun).toEqual(["a1", "b1"]);
  first.reject(new Error("a1 fails"));
  await expect(a1).rejects.toThrow("a1 fails");
  expect(await Promise.all([a2, a3])).toEqual(["a2", "a3"]);
  expect(begun).toEqual(["a1", "b1", "a2", "a3"]);
  other.resolve();
  expect(await b1).toBe("b1");
});
