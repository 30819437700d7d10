import type { Command } from "commander";
import type { OperatorStores } from "../../adapters/operator-stores.ts";
import { randomBase62 } from "../../adapters/random.ts";
import {
  type EmbedSession,
  embedUrl,
  isEmbedSessionId,
  maximumEmbedSessions,
  newEmbedSession,
} from "../../core/embed-session.ts";
import { OperatorError } from "./failure.ts";
import { requireCounter, requireOrganization } from "./lookup.ts";
import { notBlank, optionValue } from "./option-value.ts";
import { printList, printThing } from "./output.ts";
import { type VerbOptions, withStores } from "./target.ts";
import { addVerb } from "./verb.ts";

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
    .action((counterId: string, options: EmbedOptions) =>
      withStores(options, async (stores) => {
        const key = { organizationId: options.org, counterId };
        await requireCounter(stores, key);
        const session = newEmbedSession(key, { nowMs: stores.circumstances.now(), randomBase62 });
        const outcome = await stores.embedSessions.create(session);
        if (outcome === "limit_reached") throw limitReached(options.org);
        printThing(options, shown(stores, session), [
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
    .action((options: EmbedOptions) =>
      withStores(options, async (stores) => {
        await requireOrganization(stores, options.org);
        const sessions = await stores.embedSessions.list(options.org);
        printList(
          options,
          sessions.map((session) => shown(stores, session)),
          {
            columns: ["sessionId", "counterId", "createdAt", "url"],
            whenEmpty: "The organization has no live views yet; create one with: embed create",
          },
        );
      }),
    );
}

function addRevoke(noun: Command): void {
  addVerb(noun, {
    name: "revoke",
    summary: "Revokes a live view: within seconds it says that it is no longer shared",
    example: "embed revoke --org org_0123456789ABCDEFGHIJ emb_0123456789ABCDEFGHIJKLMN --local",
  })
    .argument("<session>", "its id, emb_…")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .action((sessionId: string, options: EmbedOptions) =>
      withStores(options, async (stores) => {
        await requireOrganization(stores, options.org);
        const key = { organizationId: options.org, sessionId };
        const revoked = isEmbedSessionId(sessionId)
          ? await stores.embedSessions.revoke(key)
          : undefined;
        if (revoked === undefined) throw noSuchSession(key);
        printThing(options, shown(stores, revoked), [
          "The live view is revoked: open pages say so within seconds, new ones do not load it.",
        ]);
      }),
    );
}

function shown({ baseUrl }: OperatorStores, session: EmbedSession) {
  const { id: sessionId, ...rest } = session;
  return { sessionId, url: embedUrl(baseUrl, sessionId), ...rest };
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
      `see: embed list --org ${organizationId}`,
  );
}

function limitReached(organizationId: string): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} has its ${maximumEmbedSessions.toLocaleString("en")} live ` +
      `views already; revoke one first: embed list --org ${organizationId}, then embed revoke`,
  );
}
