import type { Command, Option } from "commander";
import { callerPath, shellWord } from "../../adapters/shell.ts";
import { type KeptDefault, readKeptDefault } from "./kept-default.ts";
import { defaultDataDir, namesService, targetFlags } from "./service-flags.ts";
import type { VerbOptions } from "./target.ts";
import { usageError } from "./terminal/failure.ts";
import {
  calledAs,
  caller,
  rememberKeptOrganization,
  rememberTarget,
} from "./terminal/invocation.ts";
import { notice } from "./terminal/output.ts";

type Options = VerbOptions & { org?: string };

const orgRequired = new WeakSet<Option>();

/** Makes a required --org optional for commander; `completeOptions` checks it later. */
export function requireOrgLater(command: Command): void {
  const org = orgOption(command);
  if (org?.mandatory) {
    org.makeOptionMandatory(false);
    orgRequired.add(org);
  }
  for (const verb of command.commands) requireOrgLater(verb);
}

/** Whether a verb needs the option, from the command line or from `counting use`. */
export function isRequired(option: Option): boolean {
  return option.mandatory || orgRequired.has(option);
}

/**
 * Completes the options of a verb before it runs: what the command line leaves out comes from the
 * default that `counting use` keeps. A kept organization is used with the kept service only.
 */
export async function completeOptions(verb: Command): Promise<void> {
  const given: Options = verb.opts();
  const named = namesService(given);
  const org = orgOption(verb);
  const lacksOrg = org !== undefined && given.org === undefined;
  rememberTarget(named ? targetFlags(given) : []);
  if (named && !lacksOrg) return;
  const kept = await readKeptDefault();
  if (!named && kept === undefined) {
    throw usageError(`say where: --stack NAME or --local; ${toKeep(["--local"])}`);
  }
  const filled: Options = { ...(!named && serviceOf(kept)) };
  if (lacksOrg && kept?.org && isSameService({ ...given, ...filled }, kept)) filled.org = kept.org;
  if (lacksOrg && filled.org === undefined && orgRequired.has(org)) {
    const flags = [...targetFlags({ ...given, ...filled }), "--org", "ORG"];
    throw usageError(`say which organization: --org ORG; ${toKeep(flags)}`);
  }
  if (filled.org !== undefined) rememberKeptOrganization(filled.org);
  for (const [name, value] of Object.entries(filled)) {
    verb.setOptionValueWithSource(name, value, "config");
  }
  const used = [...targetFlags(filled), ...(filled.org === undefined ? [] : ["--org", filled.org])];
  if (used.length > 0) notice(`using ${used.map(shellWord).join(" ")} (counting use)`);
}

function orgOption(verb: Command): Option | undefined {
  return verb.options.find(({ long }) => long === "--org");
}

function toKeep(flags: string[]): string {
  return `to keep a default: ${calledAs()} use ${flags.map(shellWord).join(" ")}`;
}

function serviceOf({ org: _, ...service }: KeptDefault = {}): KeptDefault {
  return service;
}

function isSameService(one: VerbOptions, other: VerbOptions): boolean {
  const [first, second] = [one, other].map(({ stack, dataDir = defaultDataDir }) =>
    JSON.stringify([stack, callerPath(dataDir, caller().env)]),
  );
  return first === second;
}
