import { Command, InvalidArgumentError } from "commander";
import { simulate } from "./webhooks/simulation.ts";

const command = new Command("npm run simulate --")
  .description("Runs the delivery workflow in simulated worlds with seeded faults.")
  .option("--seeds <n>", "how many seeds, from --seed on", wholeNumber, 1_000)
  .option("--seed <s>", "the first seed; alone, runs just this one", wholeNumber)
  .action(async ({ seeds, seed }: { seeds: number; seed?: number }) => {
    const given = command.getOptionValueSource("seeds") === "cli";
    await run(seed ?? 1, seed !== undefined && !given ? 1 : seeds);
  });

await command.parseAsync();

async function run(first: number, count: number): Promise<void> {
  const total = {
    deliveries: 0,
    posts: 0,
    crashes: 0,
    resent: 0,
    deadLetters: 0,
    vanished: 0,
    failedSeeds: 0,
  };
  for (let seed = first; seed < first + count; seed += 1) {
    const { broken, ...counts } = await simulate(seed);
    total.deliveries += counts.deliveries;
    total.posts += counts.posts;
    total.crashes += counts.crashes;
    total.resent += counts.resent;
    total.deadLetters += counts.deadLetters;
    total.vanished += counts.vanished;
    if (broken.length > 0) {
      total.failedSeeds += 1;
      console.error(`seed ${seed}: ${broken.join("; ")}`);
      console.error(`  again: npm run simulate -- --seed ${seed}`);
    }
    const done = seed - first + 1;
    if (done % 1_000 === 0 && done < count) console.error(`${done} of ${count} seeds …`);
  }
  console.log(
    `${seeds(count)}: ${total.deliveries} deliveries, ${total.posts} attempts, ` +
      `${total.resent} resent by hand, ${total.crashes} crashes, ` +
      `${total.deadLetters} dead letters redriven, ${total.vanished} vanished schedules, ` +
      `${seeds(total.failedSeeds)} failed`,
  );
  if (total.failedSeeds > 0) process.exitCode = 1;
}

function seeds(count: number): string {
  return `${count} ${count === 1 ? "seed" : "seeds"}`;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}
