import { type Command, InvalidArgumentError } from "commander";
import type { Stores } from "../../../adapters/stores.ts";
import { NewName } from "../../../core/display-name.ts";
import { type Gate, gateState } from "../../../core/gates/gate.ts";
import {
  maximumGateCounters,
  maximumOnScreen,
  maximumOpenGates,
} from "../../../core/gates/gate-limits.ts";
import { createGate, type GateCreation, listGates, revokeGate } from "../../../core/gates/gates.ts";
import { GivenTime } from "../../../core/given-time.ts";
import { operator } from "../audited.ts";
import { archivedCounter, noSuchCounter, noSuchOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { addYesOption, type ConfirmOptions, confirm } from "../terminal/confirmation.ts";
import { OperatorError, onlyForMembers, usageError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { printList, printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";

export function addGateVerbs(noun: Command): void {
  noun.description(
    "Gates: links with which people count without an account, and see nothing else.",
  );
  addCreate(noun);
  addList(noun);
  addRevoke(noun);
}

type GateOptions = VerbOptions & { org: string };

type CreateOptions = GateOptions & { name: string; counter: string[]; until?: string };

function addCreate(noun: Command): void {
  addVerb(noun, {
    name: "create",
    summary: "Creates a gate and shows its link once; works on every plan",
    example:
      'gate create --org org_0123456789ABCDEFGHIJ --counter ctr_0123456789ABCDEFGHIJ --name "North entrance" --local',
    effect: "changes",
  })
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .requiredOption("--name <name>", "its name, such as the entrance", optionValue(NewName))
    .requiredOption(
      "--counter <counter...>",
      `id of a counter that it counts; up to ${maximumGateCounters}, of which up to ${maximumOnScreen} fit on one screen`,
      collectCounters,
    )
    .option("--until <time>", "when it ends: a date-time (ISO 8601)", optionValue(GivenTime))
    .addHelpText("after", consequences)
    .action((options: CreateOptions) => {
      const { org: organizationId, name, counter: counterIds, until: endsAt = null } = options;
      if (counterIds.length > maximumGateCounters) {
        throw usageError(`a gate has at most ${maximumGateCounters} counters`);
      }
      return withStores(options, async (stores) => {
        const setup = { organizationId, name, counterIds, endsAt };
        const creation = await createGate(stores, setup, operator());
        if (creation.result !== "created") throw notCreated(creation, organizationId);
        printRecord(options, { ...printed(creation.gate, stores), url: creation.url }, [
          "Save the url now: it is not stored and cannot be shown again. Whoever has it can count there,",
          endsAt === null
            ? "until the gate is revoked."
            : `until ${endsAt} or until the gate is revoked.`,
        ]);
      });
    });
}

const consequences = `
Taps that are made before --until are taken for 24 hours after it: a phone may have had no network.`;

/** Takes `--counter A --counter B` as well as `--counter A B`. */
function collectCounters(text: string, before: string[] = []): string[] {
  if (text.trim() === "") throw new InvalidArgumentError("It must not be empty.");
  return [...before, text];
}

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    summary: "Lists the gates of an organization, oldest first, without their links",
    example: "gate list --org org_0123456789ABCDEFGHIJ --local",
    effect: "reads",
  })
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .action((options: GateOptions) =>
      withStores(options, async (stores) => {
        const { org } = options;
        const listing = await listGates(stores, org);
        if (listing.result !== "listed") throw noSuchOrganization(org);
        const create = hint(
          "gate create",
          ...["--org", org, "--counter", "COUNTER", "--name", "NAME"],
        );
        const gates = listing.gates.map((gate) => printed(gate, stores));
        printList(options, gates, {
          columns: ["id", "state", "createdAt", "endsAt", "revokedAt", "counterIds", "name"],
          whenEmpty: `The organization has no gates; create one with: ${create}`,
        });
      }),
    );
}

function addRevoke(noun: Command): void {
  const verb = addVerb(noun, {
    name: "revoke",
    summary: "Revokes a gate: the next tap with its link is refused",
    example: "gate revoke --org org_0123456789ABCDEFGHIJ gat_0123456789ABCDEFGHIJ --local",
    effect: "changes",
  });
  addYesOption(verb)
    .argument("<gate>", "its id, gat_…")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .action((gateId: string, options: GateOptions & ConfirmOptions) =>
      withStores(options, async (stores) => {
        const key = { organizationId: options.org, gateId };
        await confirm(options, async () => {
          const listing = await listGates(stores, options.org);
          if (listing.result !== "listed") throw noSuchOrganization(options.org);
          const found = listing.gates.find(({ id }) => id === gateId);
          if (found === undefined) throw noSuchGate(key);
          return `revoke the gate ${gateId} ("${found.name}")`;
        });
        const revocation = await revokeGate(stores, key, operator());
        if (revocation.result === "no_such_organization") throw noSuchOrganization(options.org);
        if (revocation.result !== "revoked") throw noSuchGate(key);
        printRecord(options, printed(revocation.gate, stores), [
          "The gate is revoked. Taps that wait on phones are refused, too, and can be downloaded there.",
        ]);
      }),
    );
}

/** A gate as it is printed. */
function printed(gate: Gate, { clock }: Pick<Stores, "clock">) {
  const { id, ...record } = gateRecord(gate);
  return { id, state: gateState(gate, clock.now()), ...record };
}

function notCreated(
  creation: Exclude<GateCreation, { result: "created" }>,
  organizationId: string,
): OperatorError {
  switch (creation.result) {
    case "no_such_organization":
      return noSuchOrganization(organizationId);
    case "no_such_counter":
      return noSuchCounter({ organizationId, counterId: creation.counterId });
    case "counter_archived":
      return archivedCounter({ organizationId, counterId: creation.counterId });
    case "end_is_past":
      return usageError("--until must be in the future");
    case "created_already":
    case "forbidden":
      throw onlyForMembers();
    case "limit_reached":
      return new OperatorError(
        `the organization ${organizationId} already has ${maximumOpenGates} gates, the maximum; revoke ` +
          `one first. To list them: ${hint("gate list", "--org", organizationId)}`,
        { code: "LIMIT_REACHED" },
      );
  }
}

function noSuchGate({ organizationId, gateId }: { organizationId: string; gateId: string }) {
  return new OperatorError(
    `the organization ${organizationId} has no gate with the id "${gateId}"; ` +
      `see: ${hint("gate list", "--org", organizationId)}`,
    { code: "NOT_FOUND" },
  );
}

// Field by field, so that a new field is not printed by itself.
/** Without the hash of the secret. */
function gateRecord(gate: Gate) {
  const { id, name, counterIds, createdAt, endsAt, revokedAt } = gate;
  return { id, name, counterIds, createdAt, endsAt, revokedAt };
}
