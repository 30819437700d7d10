import type { Command } from "commander";
import { addVerb } from "../verb.ts";
import type { SmokeOptions } from "./run-smoke.ts";

/** `counting smoke`: uses a service as its customers do. */
export function addSmoke(program: Command): Command {
  return addVerb(program, {
    name: "smoke",
    effect: "operates",
    summary: "uses every surface once, in an organization of its own",
    example: "smoke --local --skip-retry",
  })
    .description(
      "Counts, reads, receives webhooks, embeds and begins a sign-in, as customers do. It works in an " +
        "organization of its own, which it deletes at the end.",
    )
    .option("--skip-retry", "leave out the retry that EventBridge Scheduler holds")
    .addHelpText("after", explanation)
    .action(async (options: SmokeOptions) => {
      // It composes the ports of nearly all other verbs.
      const { smoke } = await import("./run-smoke.ts");
      await smoke(options);
    });
}

const explanation = `
Each line is a step: passed, failed or skipped, with its time. Webhooks go to the
receiver of the stack's canary; without a canary they are skipped, except with
--local, where this command receives them. The retry waits for as long as the
setting schedulerFromSeconds says: 15 minutes unless it is set, and 17 at most.
--skip-retry leaves it out. A local service that was started with
npm start -- --scheduler-from 2 makes it due in 12 seconds.

Run one at a time. A run first removes what an earlier one has left, and an
organization of a run that is still under way, which then fails. A Ctrl-C ends the
run after its step, and removes the organization; a second one ends it at once.

Exit codes: 0 nothing failed, 1 a step failed, 2 wrong usage, 130 interrupted.`;
