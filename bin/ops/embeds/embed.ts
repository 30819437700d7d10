import type { Command } from "commander";
import { type EmbedPorts, embedPorts } from "../../../adapters/embeds/embed-ports.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { DisplayName } from "../../../core/display-name.ts";
import {
  type EmbedSession,
  embedUrl,
  isEmbedSessionId,
  maximumEmbedSessions,
  newEmbedSession,
  sessionIdIn,
} from "../../../core/embeds/embed-session.ts";
import { requireCounter, requireOrganization } from "../organizations/lookup.ts";
import { type VerbOptions, withPorts } from "../target.ts";
import { addYesOption, type ConfirmOptions, confirm } from "../terminal/confirmation.ts";
import { OperatorError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { printList, printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";

export function embedNoun(program: Command): Command {
  const noun = program
    .command("embed")
    .summary("public live views")
    .description("Public live views: links that show one counter each.");
  addCreate(noun);
  addList(noun);
  addRevoke(noun);
  return noun;
}

type EmbedOptions = VerbOptions & { org: string };

function addCreate(noun: Command): void {
  addVerb(noun, {
    name: "create",
    summary: "Makes a public link that shows a counter; works on every plan",
    example: "embed create --org org_0123456789ABCDEFGHIJ ctr_0123456789ABCDEFGHIJ --local",
  })
    .argument("<counter>", "id of the counter")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .option(
      "--note <text>",
      "whom the link is for; only operators see it",
      optionValue(DisplayName),
    )
    .action((counterId: string, options: EmbedOptions & { note?: string }) =>
      withPorts(options, embedPorts, async (stores) => {
        const key = { organizationId: options.org, counterId, note: options.note };
        const counter = await requireCounter(stores, key);
        const session = newEmbedSession(key, { nowMs: stores.clock.now(), randomBase62 });
        const outcome = await stores.embedSessions.create(session);
        if (outcome === "limit_reached") throw limitReached(options.org);
        printRecord(options, shown(stores, session, counter.name), [
          "Whoever has the url sees the counter's name, count, goal and time of change.",
        ]);
      }),
    );
}

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    summary: "Lists the live views of an organization, oldest first",
    example: "embed list --org org_0123456789ABCDEFGHIJ --local",
  })
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .option("--counter <counter>", "only those of the counter with this id", optionValue(notBlank))
    .action((options: EmbedOptions & { counter?: string }) =>
      withPorts(options, embedPorts, async (stores) => {
        const { org: organizationId, counter: counterId } = options;
        const names = await counterNames(stores, organizationId, counterId);
        const sessions = await stores.embedSessions.list(organizationId);
        const owner = counterId === undefined ? "organization" : "counter";
        printList(
          options,
          sessions
            .filter((session) => counterId === undefined || session.counterId === counterId)
            .map((session) => shown(stores, session, names.get(session.counterId))),
          {
            columns: ["sessionId", "counterId", "counterName", "note", "createdAt", "url"],
            whenEmpty: `The ${owner} has no live views yet; create one with: ${hint("embed create", "--org", organizationId, counterId ?? "COUNTER")}`,
          },
        );
      }),
    );
}

function addRevoke(noun: Command): void {
  const verb = addVerb(noun, {
    name: "revoke",
    summary: "Revokes a live view: within seconds it says that it is no longer shared",
    example: "embed revoke --org org_0123456789ABCDEFGHIJ emb_0123456789ABCDEFGHIJKLMN --local",
  });
  addYesOption(verb)
    .argument("<session>", "its id, emb_…, or its url")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .action((idOrUrl: string, options: EmbedOptions & ConfirmOptions) =>
      withPorts(options, embedPorts, async (stores) => {
        await requireOrganization(stores, options.org);
        const sessionId = sessionIdIn(idOrUrl) ?? idOrUrl;
        const key = { organizationId: options.org, sessionId };
        await confirm(options, async () => {
          const sessions = await stores.embedSessions.list(options.org);
          const found = sessions.find(({ id }) => id === sessionId);
          if (found === undefined) throw noSuchSession(key);
          const note = found.note === undefined ? "" : `"${found.note}", `;
          return `revoke the live view ${sessionId} (${note}of the counter ${found.counterId})`;
        });
        const revoked = isEmbedSessionId(sessionId)
          ? await stores.embedSessions.revoke(key)
          : undefined;
        if (revoked === undefined) throw noSuchSession(key);
        const counter = await stores.counters.get(revoked);
        printRecord(options, { ...shown(stores, revoked, counter?.name), revoked: true }, [
          "This url shows nothing any longer, and cannot be brought back. Pages on which it is open",
          "empty themselves within seconds; caches forget it within a minute or two.",
        ]);
      }),
    );
}

function shown({ baseUrl }: EmbedPorts, session: EmbedSession, counterName?: string) {
  const { id: sessionId, note = null, createdAt, ...key } = session;
  const url = embedUrl(baseUrl, sessionId);
  return { sessionId, url, ...key, counterName: counterName ?? null, note, createdAt };
}

/** The names of an organization's counters, or of the one that was asked for, by their ids. */
async function counterNames(
  stores: EmbedPorts,
  organizationId: string,
  counterId: string | undefined,
): Promise<Map<string, string>> {
  if (counterId !== undefined) {
    const { name } = await requireCounter(stores, { organizationId, counterId });
    return new Map([[counterId, name]]);
  }
  await requireOrganization(stores, organizationId);
  const counters = await stores.counters.list(organizationId);
  return new Map(counters.map(({ id, name }) => [id, name]));
}

function noSuchSession({
  organizationId,
  sessionId,
}: {
  organizationId: string;
  sessionId: string;
}): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} has no live view with the id "${sessionId}"; ` +
      `see: ${hint("embed list", "--org", organizationId)}`,
    { code: "NOT_FOUND" },
  );
}

function limitReached(organizationId: string): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} has its ${maximumEmbedSessions.toLocaleString("en")} live ` +
      `views already; revoke one first. To list them: ${hint("embed list", "--org", organizationId)}`,
    { code: "LIMIT_REACHED" },
  );
}
