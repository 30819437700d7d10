import { AsyncLocalStorage } from "node:async_hooks";
import { shellWord } from "../../../adapters/shell.ts";
import { wantsJson } from "./error-line.ts";

interface Invocation {
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
  /** The verb records the change with `recordChange`, right after it. */
  | "changes"
  /** The use case writes the audit entry in the transaction of the change. */
  | "changes with entry"
  /** Taps: the history has them. */
  | "counts"
  /** Moves messages of all organizations on, and changes nothing that one of them has. */
  | "operates";

/** The verb that runs, such as `org rename`. */
export interface RunningVerb {
  name: string;
  effect: VerbEffect;
}

/** How the program was called; one process can run it several times at once, as the tests do. */
const invocations = new AsyncLocalStorage<Invocation>();

const none: RunningVerb = { name: "", effect: "reads" };

const invocation = () =>
  invocations.getStore() ?? { command: "npx counting", json: false, targetFlags: [], verb: none };

export interface InvocationEnvironment {
  /** Set by bin/counting.mjs. */
  COUNTING_COMMAND?: string | undefined;
  /** The npm script that runs. */
  npm_lifecycle_event?: string | undefined;
}

export function beginInvocation(args: string[], environment: InvocationEnvironment): void {
  const script = environment.npm_lifecycle_event === "ops" ? "npm run --silent ops --" : undefined;
  const command = environment.COUNTING_COMMAND ?? script ?? "npx counting";
  invocations.enterWith({ command, json: wantsJson(args), targetFlags: [], verb: none });
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
