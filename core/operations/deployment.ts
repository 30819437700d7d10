import { counted, critical, type Finding, fine, named, orFine, warning } from "./finding.ts";

/** An alias through which a function is invoked. */
export interface AliasFacts {
  functionName: string;
  /** The version that it invokes: a number, as Lambda has it. */
  version: string;
  /** Shares of the invocations that other versions get, from 0 to 1, by version. */
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

const minuteMs = 60_000;

/** An upgrade takes some 10 minutes, a first deployment with its CDNs half an hour at most. */
const standstillMinutes = 60;

const runbook = 'see docs/operators/runbook.md, "A deployment was rolled back"';

/** Says whether the last deployment has ended well, and which functions do not run what it made. */
export function judgeDeployment(facts: DeploymentFacts, nowMs: number): Finding[] {
  const { status, deployedAtMs, aliases, missing } = facts;
  const since = new Date(deployedAtMs).toISOString();
  const minutes = Math.floor((nowMs - deployedAtMs) / minuteMs);
  // Until it stands still, a deployment moves the aliases.
  if (/_IN_PROGRESS$/.test(status) && minutes < standstillMinutes) {
    const moved = aliases.filter((alias) => !isShared(alias) && !isBehind(alias)).length;
    return [
      ...gone(missing),
      fine(
        `a deployment is under way since ${since} (${status}): ${moved} of ${counted(aliases.length, "function")} run their newest version`,
      ),
    ];
  }
  const findings = [
    ...judgeStatus(status, { since, minutes }),
    ...gone(missing),
    ...aliases.filter(isShared).map(shared),
    ...behind(aliases),
  ];
  const all = `the last deployment ended well, and ${counted(aliases.length, "function")} run their newest version`;
  return orFine(findings, all);
}

function judgeStatus(status: string, last: { since: string; minutes: number }): Finding[] {
  if (/_IN_PROGRESS$/.test(status)) {
    const begun = `a deployment has been under way for ${last.minutes} minutes, since ${last.since}`;
    return [warning(`${begun} (${status})`, "look at the stack's events: what does it wait for?")];
  }
  if (/ROLLBACK_COMPLETE$/.test(status)) {
    return [warning(`the deployment of ${last.since} was rolled back (${status})`, runbook)];
  }
  if (/_FAILED$/.test(status)) {
    return [
      critical(`the deployment of ${last.since} failed, and the stack is ${status}`, runbook),
    ];
  }
  return [];
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
    `${functionName} is divided between two versions, and no deployment moves it: ${others.join(", ")}, the rest to version ${version}`,
    'see docs/operators/runbook.md, "Functions do not run their newest version"',
  );
}

function behind(aliases: AliasFacts[]): Finding[] {
  const old = aliases.filter((alias) => !isShared(alias) && isBehind(alias));
  if (old.length === 0) return [];
  const names = old.map(
    ({ functionName, version, newest }) => `${functionName}: ${version} of ${newest}`,
  );
  return [
    warning(
      `${old.length} of ${counted(aliases.length, "function")} ${old.length === 1 ? "does" : "do"} not run the newest version (${named(names)})`,
      'see docs/operators/runbook.md, "Functions do not run their newest version"',
    ),
  ];
}
