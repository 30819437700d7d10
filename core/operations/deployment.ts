import { counted, critical, type Finding, fine, named, orFine, warning } from "./finding.ts";

/** An alias through which a function is invoked. */
export interface AliasFacts {
  functionName: string;
  /** The version that it invokes: a number, as Lambda writes it. */
  version: string;
  /** The share of the invocations, from 0 to 1, that each other version gets. */
  weights: Record<string, number>;
  /** The number of the function's newest version. */
  newest: number;
}

export interface AliasesFacts {
  aliases: AliasFacts[];
  /** Names of functions whose alias is declared and does not exist. */
  missing: string[];
}

export interface DeploymentFacts extends AliasesFacts {
  /** As CloudFormation has it: UPDATE_COMPLETE, UPDATE_ROLLBACK_COMPLETE, … */
  status: string;
  /** When the last deployment began. */
  deployedAtMs: number;
}

/** An upgrade takes some 10 minutes, longer if CloudFront is slow. */
const stuckAfterMs = 3_600_000;

const rolledBack = 'see docs/operators/runbook.md, "A deployment was rolled back"';
const notNewest = 'see docs/operators/runbook.md, "Functions do not run their newest version"';

/** Says whether the last deployment succeeded, and which functions run an older version. */
export function judgeDeployment(facts: DeploymentFacts, nowMs: number): Finding[] {
  const { status, aliases, missing } = facts;
  const stack = judgeStatus(facts, nowMs);
  // Until it counts as stuck, a deployment moves the aliases.
  if (isMoving(facts, nowMs)) return [...stack, ...gone(missing)];
  const findings = [
    ...stack,
    ...gone(missing),
    ...aliases.filter(isShared).map(shared),
    ...behind(aliases),
  ];
  const run = aliases.length === 1 ? "runs its" : "run their";
  const all = `the stack is ${status}, and ${counted(aliases.length, "function")} ${run} newest version`;
  return orFine(findings, all);
}

function isMoving({ status, deployedAtMs }: DeploymentFacts, nowMs: number): boolean {
  return /_IN_PROGRESS$/.test(status) && nowMs - deployedAtMs < stuckAfterMs;
}

function judgeStatus(facts: DeploymentFacts, nowMs: number): Finding[] {
  const { status, deployedAtMs } = facts;
  const deployment = `the deployment of ${new Date(deployedAtMs).toISOString()}`;
  if (/^DELETE_/.test(status)) {
    const sentence = `the deletion of the stack has begun (${status})`;
    return [critical(sentence, 'see docs/operators/recover-data.md, "After a destroy"')];
  }
  if (/_FAILED$/.test(status)) {
    return [critical(`${deployment} failed, and the stack is ${status}`, rolledBack)];
  }
  if (/ROLLBACK/.test(status)) {
    const is = /_IN_PROGRESS$/.test(status) ? "is being" : "was";
    return [warning(`${deployment} ${is} rolled back (${status})`, rolledBack)];
  }
  if (!/_IN_PROGRESS$/.test(status)) return [];
  if (isMoving(facts, nowMs)) return [fine(`${deployment} is under way (${status})`)];
  const minutes = Math.floor((nowMs - deployedAtMs) / 60_000);
  return [
    warning(
      `${deployment} has been under way for ${minutes} minutes (${status})`,
      "look at the stack's events to see what it waits for",
    ),
  ];
}

function gone(missing: string[]): Finding[] {
  if (missing.length === 0) return [];
  const [aliases, exist] = missing.length === 1 ? ["alias", "exists"] : ["aliases", "exist"];
  return [
    critical(
      `${missing.length} ${aliases} of the stack no longer ${exist}, so nothing can invoke ${named(missing)}`,
      "create the alias again (aws lambda create-alias --name live), with the newest version",
    ),
  ];
}

function isShared({ weights }: AliasFacts): boolean {
  return Object.keys(weights).length > 0;
}

function isBehind({ version, newest }: AliasFacts): boolean {
  return version !== String(newest);
}

function shared({ functionName, version, weights }: AliasFacts): Finding {
  const others = Object.entries(weights).map(
    ([other, share]) => `${Math.round(share * 100)}% to version ${other}`,
  );
  return warning(
    `${functionName} is split between two versions, and no deployment is shifting it: ${others.join(", ")}, the rest to version ${version}`,
    notNewest,
  );
}

function behind(aliases: AliasFacts[]): Finding[] {
  const old = aliases.filter((alias) => !isShared(alias) && isBehind(alias));
  if (old.length === 0) return [];
  const names = old.map(
    ({ functionName, version, newest }) => `${functionName}: ${version} instead of ${newest}`,
  );
  return [
    warning(
      `${old.length} of ${counted(aliases.length, "function")} ${old.length === 1 ? "does" : "do"} not run the newest version (${named(names)})`,
      notNewest,
    ),
  ];
}

/** Compares the version that runs with the command line's own; both as in package.json. */
export function judgeVersion({ deployed, own }: { deployed: string; own: string }): Finding[] {
  if (deployed === own)
    return [fine(`the version ${own} runs, and this command line is of the same version`)];
  if (compare(deployed, own) > 0) {
    return [
      warning(
        `the version ${deployed} runs, and this command line is older: ${own}`,
        "use the command line of the version that runs",
      ),
    ];
  }
  return [
    warning(
      `the version ${deployed} runs, and this command line is newer: ${own}`,
      "read CHANGELOG.md and deploy this version, or use the command line of the version that runs",
    ),
  ];
}

/** Below 0 when `one` is older. Three numbers; whatever follows them does not count. */
function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number));
  const index = [0, 1, 2].find((part) => a?.[part] !== b?.[part]);
  return index === undefined ? 0 : (a?.[index] ?? 0) - (b?.[index] ?? 0);
}
