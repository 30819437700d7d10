import { AsyncLocalStorage } from "node:async_hooks";
import { shellWord } from "../../../adapters/shell.ts";
import { wantsJson } from "./error-line.ts";
import type { Signals } from "./interruption.ts";

/** What the command line uses of the program that calls it; `process` has all of it. */
export interface Caller extends Signals {
  env: Environment;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

export interface Environment {
  /** Set by bin/counting.mjs. */
  COUNTING_COMMAND?: string | undefined;
  /** The npm script that runs. */
  npm_lifecycle_event?: string | undefined;
  /** The folder of the person who runs an npm script. */
  INIT_CWD?: string | undefined;
  XDG_CONFIG_HOME?: string | undefined;
}

interface Invocation {
  caller: Caller | undefined;
  command: string;
  json: boolean;
  targetFlags: string[];
  keptOrganization?: string;
  verb: RunningVerb;
}

/** What a verb does to an organization, and so where its trace is. */
export type VerbEffect =
  /** Nothing. */
  | "reads"
  /** The use case writes the audit entry (decision 140). */
  | "changes"
  /** Taps: the history has them. */
  | "counts"
  /** Moves messages of all organizations on, and changes nothing that one of them has. */
  | "operates";

/** The verb that runs, such as `org rename`. */
export interface RunningVerb {
  name: string;
  effect: VerbEffect;
}

/** How each run was called. */
const invocations = new AsyncLocalStorage<Invocation>();

const none: RunningVerb = { name: "", effect: "reads" };

const invocation = (): Invocation => invocations.getStore() ?? newInvocation([]);

function newInvocation(args: string[], caller?: Caller): Invocation {
  const { COUNTING_COMMAND, npm_lifecycle_event: script } = caller?.env ?? {};
  const command =
    COUNTING_COMMAND ?? (script === "ops" ? "npm run --silent ops --" : "npx counting");
  return { caller, command, json: wantsJson(args), targetFlags: [], verb: none };
}

/** Does what one run of the command line is to do. */
export function withInvocation<Result>(args: string[], caller: Caller, work: () => Result): Result {
  return invocations.run(newInvocation(args, caller), work);
}

/** Whoever called this run. */
export function caller(): Caller {
  const { caller } = invocation();
  if (caller === undefined) throw new Error("the command line does not run");
  return caller;
}

/** Once the options are known that take a value: one of these may be `--json`. */
export function rememberJson(json: boolean): void {
  invocation().json = json;
}

/** How the person called this program: `npx counting` or `npm run --silent ops --`. */
export function calledAs(): string {
  return invocation().command;
}

/** True with --json: notices and progress are omitted. */
export function printsJson(): boolean {
  return invocation().json;
}

/** The flags that name the service, for the hints; none when they come from `counting use`. */
export function rememberTarget(flags: string[]): void {
  invocation().targetFlags = flags;
}

/** The organization that the verb takes from `counting use`; undefined when it is given. */
export function keptOrganization(): string | undefined {
  return invocation().keptOrganization;
}

export function rememberKeptOrganization(organizationId: string): void {
  invocation().keptOrganization = organizationId;
}

export function rememberVerb(verb: RunningVerb): void {
  invocation().verb = verb;
}

export function runningVerb(): RunningVerb {
  return invocation().verb;
}

/**
 * A complete command to paste, with the same program and target as this one.
 * The verb is `noun verb`, such as "org set-plan"; the arguments are quoted.
 */
export function hint(verb: string, ...args: string[]): string {
  const { command, targetFlags } = invocation();
  const words = [...args, ...targetFlags].map(shellWord);
  return [command, verb, ...words].join(" ");
}
