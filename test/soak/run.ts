import { spawn } from "node:child_process";
import { once } from "node:events";
import { Command, InvalidArgumentError } from "commander";

// What finds rare mistakes by luck and time: each part has a quarter of the minutes.
const command = new Command("npm run soak --")
  .description("Runs random tests, simulations and chaos for long. Needs Linux and Chromium.")
  .option("--minutes <n>", "how long altogether, about", wholeNumber, 60)
  .action(async ({ minutes }: { minutes: number }) => {
    const share = minutes / 4;
    await repeat("random tests, in full", share, [
      "npx",
      "vitest",
      "run",
      "--exclude=**/browser/**",
    ]);
    await repeat(
      "simulated worlds",
      share,
      ["npm", "run", "simulate", "--", "--seeds", "500"],
      true,
    );
    const killedMinutes = String(Math.max(1, Math.round(share)));
    await run("chaos", ["npm", "run", "chaos", "--", "--minutes", killedMinutes]);
    await run("chaos in browsers", ["npx", "vitest", "run", "--project=browser", "chaos"], {
      CHAOS_SECONDS: String(Math.round(share * 30)),
    });
  });

await command.parseAsync();

/** Runs it at least once, and again while minutes remain; simulations go on with other seeds. */
async function repeat(name: string, minutes: number, words: string[], seeded = false) {
  const endMs = Date.now() + minutes * 60_000;
  do {
    const seed = seeded ? ["--seed", String(1 + Math.floor(Math.random() * 1e8))] : [];
    await run(name, [...words, ...seed]);
  } while (Date.now() < endMs);
}

async function run(name: string, [program = "", ...args]: string[], env = {}): Promise<void> {
  console.log(`\n${name}: ${[program, ...args].join(" ")}`);
  const child = spawn(program, args, {
    stdio: "inherit",
    env: { ...process.env, TIER: "soak", ...env },
  });
  const [code] = await once(child, "exit");
  if (code === 0) return;
  process.exitCode = 1;
  console.error(`${name} failed; see above for what repeats it.`);
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}
