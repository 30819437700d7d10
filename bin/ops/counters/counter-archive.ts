import type { Command } from "commander";
import type { Stores } from "../../../adapters/stores.ts";
import type { CounterKey } from "../../../core/counters/counter.ts";
import {
  type ArchivalResult,
  archiveCounter,
  unarchiveCounter,
} from "../../../core/counters/settings/counter-archive.ts";
import { maximumCounters } from "../../../core/limits.ts";
import { operator } from "../audited.ts";
import { noSuchCounter, requireStoredCounter } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { onlyForMembers } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { plural, printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { printedCounter } from "./printed-counter.ts";

const exampleIds = "--org org_0123456789ABCDEFGHIJ ctr_0123456789ABCDEFGHIJ";

export function addArchive(noun: Command): void {
  addVerb(noun, {
    name: "archive",
    effect: "changes",
    summary: "Takes a counter out of use, until it is restored",
    example: `counter archive ${exampleIds} --local`,
  })
    .argument("<counter>", "its id")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .addHelpText("after", consequences)
    .action(archivalAction(archiveCounter));
}

export function addRestore(noun: Command): void {
  addVerb(noun, {
    name: "restore",
    effect: "changes",
    summary: "Brings an archived counter back, with its count, history and embeds",
    example: `counter restore ${exampleIds} --local`,
  })
    .argument("<counter>", "its id")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .action(archivalAction(unarchiveCounter));
}

const consequences = `
An archived counter is not in the read API, takes no taps and no settings, and its public embeds are not
shown. It leaves its group, and its own alerts pause; restoring brings neither back. Its history stays,
and can be read. An archived counter still counts towards the ${maximumCounters.toLocaleString("en")}
counters that an organization may have.`;

function archivalAction(change: typeof archiveCounter) {
  return (counterId: string, options: VerbOptions & { org: string }) =>
    withStores(options, async (stores) => {
      const key = { organizationId: options.org, counterId };
      await requireStoredCounter(stores, key);
      const archival = await change(stores, key, operator());
      if (archival.result === "no_such_counter") throw noSuchCounter(key);
      if (archival.result === "forbidden") throw onlyForMembers();
      const counter = printedCounter(archival.counter);
      if (archival.result === "restored") return printRecord(options, counter, sentences(archival));
      // Once it is archived, no embed of it is made.
      const hiddenEmbeds = await embedsOf(stores, key);
      const hidden = archival.changed ? hiddenSentences(hiddenEmbeds) : [];
      printRecord(options, { ...counter, hiddenEmbeds }, [...sentences(archival), ...hidden]);
    });
}

async function embedsOf(
  { embedSessions }: Pick<Stores, "embedSessions">,
  { organizationId, counterId }: CounterKey,
): Promise<number> {
  const sessions = await embedSessions.list(organizationId);
  return sessions.filter((session) => session.counterId === counterId).length;
}

function hiddenSentences(count: number): string[] {
  if (count === 0) return [];
  const are = count === 1 ? "is" : "are";
  return [`Its ${plural(count, "public embed")} ${are} not shown until it is restored.`];
}

type Archival = Extract<ArchivalResult, { counter: unknown }>;

function sentences(archival: Archival): string[] {
  const { result, changed } = archival;
  if (result === "archived") {
    return changed
      ? ["The counter is archived.", ...consequencesOf(archival)]
      : ["The counter was archived already."];
  }
  return changed
    ? ["The counter is in use again.", ...notBroughtBack(archival)]
    : ["The counter was not archived."];
}

function consequencesOf({ leftGroupId, pausedAlerts }: Archival): string[] {
  const are = pausedAlerts === 1 ? "is" : "are";
  return [
    ...(leftGroupId === undefined ? [] : [`It has left its group, ${leftGroupId}.`]),
    ...(pausedAlerts === 0 ? [] : [`${plural(pausedAlerts, "alert")} of its own ${are} paused.`]),
  ];
}

function notBroughtBack({ counter: { groupId, alertCount, organizationId, id } }: Archival) {
  const join = hint("counter update", "--org", organizationId, id, "--group", "GROUP");
  const stay = alertCount === 1 ? "alert stays" : "alerts stay";
  return [
    ...(groupId === null
      ? [`It is in no group: archiving takes a counter out of its group. To add it: ${join}`]
      : []),
    ...(alertCount === 0
      ? []
      : [
          `Its ${alertCount} ${stay} paused until resumed; see: ${hint("alert list", "--org", organizationId)}`,
        ]),
  ];
}
