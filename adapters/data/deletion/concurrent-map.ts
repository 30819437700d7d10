import { allInOrder } from "../../../core/all-in-order.ts";

const atOnce = 8;

/** Maps each thing, eight at a time; the results are in no particular order. */
export async function mapConcurrently<Thing, Result>(
  things: Thing[],
  work: (thing: Thing) => Promise<Result>,
): Promise<Result[]> {
  const left = [...things];
  const results: Result[] = [];
  const worker = async () => {
    for (let thing = left.pop(); thing !== undefined; thing = left.pop()) {
      results.push(await work(thing));
    }
  };
  await allInOrder(Array.from({ length: atOnce }, worker));
  return results;
}
