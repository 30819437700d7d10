import { Command, InvalidArgumentError, Option } from "commander";
import { simulateAlerts } from "./alerts/simulation.ts";
import { simulateReports } from "./notices/reports.ts";
import { simulateNotices } from "./notices/simulation.ts";
import { simulate } from "./webhooks/simulation.ts";

/** Runs one world; what it counts is printed under its names. */
type Simulation = (seed: number) => Promise<{ broken: string[] } & Record<string, unknown>>;

const simulations: Record<string, Simulation> = {
  webhooks: async (seed) => ({ ...(await simulate(seed)) }),
  alerts: async (seed) => ({ ...(await simulateAlerts(seed)) }),
  notices: async (seed) => {
    const [alerts, reports] = [await simulateNotices(seed), await simulateReports(seed)];
    return { ...alerts, ...reports, broken: [...alerts.broken, ...reports.broken] };
  },
};

const command = new Command("npm run simulate --")
  .description("Runs webhooks, alerts and notices in simulated worlds with seeded faults.")
  .option("--seeds <n>", "how many seeds, from --seed on", wholeNumber, 1_000)
  .option("--seed <s>", "the first seed; alone, runs just this one", wholeNumber)
  .addOption(
    new Option("--only <simulation>", "runs only this one").choices(Object.keys(simulations)),
  )
  .action(async ({ seeds, seed, only }: { seeds: number; seed?: number; only?: string }) => {
    const given = command.getOptionValueSource("seeds") === "cli";
    const range = { first: seed ?? 1, count: seed !== undefined && !given ? 1 : seeds };
    for (const [name, simulation] of Object.entries(simulations)) {
      if (only === undefined || name === only) await run(name, simulation, range);
    }
  });

await command.parseAsync();

async function run(
  name: string,
  simulation: Simulation,
  range: { first: number; count: number },
): Promise<void> {
  const totals = new Map<string, number>();
  let failed = 0;
  for (let seed = range.first; seed < range.first + range.count; seed += 1) {
    const { broken, ...counts } = await simulation(seed);
    for (const [what, count] of Object.entries(counts)) {
      totals.set(what, (totals.get(what) ?? 0) + Number(count));
    }
    if (broken.length > 0) {
      failed += 1;
      console.error(`${name}, seed ${seed}: ${broken.join("; ")}`);
      console.error(`  again: npm run simulate -- --only ${name} --seed ${seed}`);
    }
    const done = seed - range.first + 1;
    if (done % 1_000 === 0 && done < range.count) {
      console.error(`${name}: ${done} of ${range.count} seeds …`);
    }
  }
  const words = [...totals].map(([what, count]) => `${count} ${what}`);
  console.log(`${name}, ${seeds(range.count)}: ${words.join(", ")}, ${seeds(failed)} failed`);
  if (failed > 0) process.exitCode = 1;
}

function seeds(count: number): string {
  return `${count} ${count === 1 ? "seed" : "seeds"}`;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}
