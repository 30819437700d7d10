import type { Command } from "commander";
import { defaultLimit, HistoryText, readHistory } from "../../../core/counters/history-page.ts";
import { noSuchCounter, requireStoredCounter } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { printList } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";

type HistoryOptions = VerbOptions & { org: string; limit: number; before?: number };

export function addHistory(noun: Command): void {
  addVerb(noun, {
    name: "history",
    effect: "reads",
    summary: "Shows the count events of a counter, newest first; also of an archived one",
    example:
      "counter history --org org_0123456789ABCDEFGHIJ ctr_0123456789ABCDEFGHIJ --limit 20 --local",
  })
    .argument("<counter>", "its id")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .option(
      "--limit <n>",
      "how many events, 1 to 500",
      optionValue(HistoryText.limit),
      defaultLimit,
    )
    .option(
      "--before <lastEventId>",
      "only events before this one; for the next page, the lastEventId of the last event shown",
      optionValue(HistoryText.beforeEventId),
    )
    .action((counterId: string, { org: organizationId, ...options }: HistoryOptions) =>
      withStores(options, async ({ storedCounters, countEvents, organizations }) => {
        const key = { organizationId, counterId };
        await requireStoredCounter({ organizations, storedCounters }, key);
        const { limit, before } = options;
        const page = { limit, ...(before !== undefined && { beforeEventId: before }) };
        const stores = { counters: storedCounters, countEvents };
        const history = await readHistory(stores, { key, page });
        if (history === undefined) throw noSuchCounter(key);
        printList(options, history.events, {
          columns: ["lastEventId", "createdAt", "eventType", "delta", "count", "metadata"],
          whenEmpty:
            before === undefined
              ? `The counter has no count events yet; count one with: ${hint("counter tap", "--org", organizationId, counterId, "up")}`
              : `The counter has no count events before ${before}.`,
        });
      }),
    );
}
