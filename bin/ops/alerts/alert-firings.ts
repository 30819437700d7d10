import type { Command } from "commander";
import { firingDays, firingEventId, listFirings } from "../../../core/alerts/firing.ts";
import { requireOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { printList } from "../terminal/output.ts";
import { SinceText } from "../terminal/since-text.ts";
import { addVerb } from "../verb.ts";

type FiringsOptions = VerbOptions & { org: string; since?: (nowMs: number) => number };

export function addFirings(noun: Command): void {
  addVerb(noun, {
    name: "firings",
    effect: "reads",
    summary: `Lists what the alerts of an organization fired, newest first; kept for ${firingDays} days`,
    example: "alert firings --org org_0123456789ABCDEFGHIJ --since 2026-11-21 --local",
  })
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .option(
      "--since <time>",
      "only those since this time: 30m, 2h, 7d, or a date or date-time (ISO 8601)",
      optionValue(SinceText),
    )
    .action((options: FiringsOptions) =>
      withStores(options, async (stores) => {
        await requireOrganization(stores, options.org);
        const nowMs = stores.clock.now();
        const sinceMs = options.since?.(nowMs);
        const firings = await listFirings(stores, options.org, { nowMs, sinceMs });
        const shown = firings.map((firing) => {
          const { createdAt, ...data } = firing;
          return { eventId: firingEventId(firing), createdAt, ...data };
        });
        printList(options, shown, {
          columns: ["createdAt", "alertId", "previousLevel", "level", "threshold", "alertName"],
          whenEmpty: whenEmpty(nowMs, sinceMs),
        });
      }),
    );
}

function whenEmpty(nowMs: number, sinceMs: number | undefined): string {
  const kept = sinceMs === undefined || sinceMs < nowMs - firingDays * 86_400_000;
  const since = kept
    ? `in the last ${firingDays} days`
    : `since ${new Date(sinceMs).toISOString()}`;
  return `No alert has fired ${since}.`;
}
