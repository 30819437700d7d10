import { setTimeout as delay } from "node:timers/promises";

const looks = 30;
const pauseMs = 1_000;

/** Reads from the service. Right after the chaos it can be too busy to respond in time at first. */
export async function patientLook<Seen>(look: () => Promise<Seen>): Promise<Seen> {
  for (let failed = 1; failed < looks; failed += 1) {
    const seen = await look().then(
      (value) => ({ value }),
      () => undefined,
    );
    if (seen !== undefined) return seen.value;
    await delay(pauseMs);
  }
  return await look();
}
