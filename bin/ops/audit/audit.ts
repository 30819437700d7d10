import type { Command } from "commander";
import * as z from "zod";
import type { AuditEntry } from "../../../core/audit/audit-entry.ts";
import { isAuditKey, listKeptAudit, maximumAuditPage } from "../../../core/audit/audit-log.ts";
import { noSuchOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { notice, printJson, printList } from "../terminal/output.ts";
import { SinceText } from "../terminal/since-text.ts";
import { addVerb } from "../verb.ts";

export function addAuditVerbs(noun: Command): void {
  noun.description("The audit log: who changed what in an organization, for a year.");
  addList(noun);
}

type AuditOptions = VerbOptions & {
  org: string;
  since?: (nowMs: number) => number;
  limit: number;
  from?: string;
};

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    summary: "Lists the changes of an organization, newest first",
    example: "audit list --org org_0123456789ABCDEFGHIJ --since 7d --local",
    effect: "reads",
  })
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .option(
      "--since <time>",
      "only changes since this time: 30m, 2h, 7d, or a date or date-time (ISO 8601)",
      optionValue(SinceText),
    )
    .option("--limit <n>", `how many, 1 to ${maximumAuditPage}`, optionValue(Limit), 50)
    .option(
      "--from <place>",
      "continues after a page: the value printed below it",
      optionValue(Place),
    )
    .addHelpText("after", explanation)
    .action((options: AuditOptions) =>
      withStores(options, async (stores) => {
        const { org: organizationId, limit, from } = options;
        const sinceMs = options.since?.(stores.clock.now());
        const page = await listKeptAudit(stores, { organizationId, sinceMs, from, limit });
        if (page === undefined) throw noSuchOrganization(organizationId);
        const { entries, next } = page;
        if (options.json) return printJson({ entries: entries.map(withoutKey), next });
        printList(options, entries.map(row), {
          columns: ["at", "who", "action", "target", "before", "after"],
          whenEmpty: "No changes in this period.",
        });
        if (next === null) return;
        const since = sinceMs === undefined ? [] : ["--since", new Date(sinceMs).toISOString()];
        const more = ["--org", organizationId, ...since, "--limit", `${limit}`, "--from", next];
        notice(`there are more: ${hint("audit list", ...more)}`);
      }),
    );
}

const explanation = `
Taps are not in it: the history of a counter has them. An operator is named as the operating system
does; for a deployed stack the entry also has the id of the AWS access key, by which CloudTrail knows
the person. The members of the organization do not see these two. --json shows everything.`;

const Limit = z
  .string()
  .regex(/^([1-9]\d?|100)$/, `must be a whole number from 1 to ${maximumAuditPage}`)
  .transform(Number);

const Place = z.string().refine(isAuditKey, "must be the value that is printed below a page");

function withoutKey({ organizationId: _organizationId, key: _key, ...entry }: AuditEntry) {
  return entry;
}

function row({ at, actor, action, target, before, after }: AuditEntry) {
  const who = [actor.kind, actor.name ?? actor.id].filter((part) => part !== null).join(" ");
  const what = [target.kind, target.id, target.name].filter((part) => part !== null).join(" ");
  return { at, who, action, target: what, before, after };
}
