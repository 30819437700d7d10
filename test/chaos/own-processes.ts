import { readdirSync, readFileSync } from "node:fs";
import { sep } from "node:path";

/** The service whose children may be killed. */
export interface Parent {
  pid: number;
  /** Absolute, without symbolic links: what its children are known by. */
  dataDir: string;
}

/** Environments of a function: children of this service whose code lies in its data folder. */
export function environmentsOf(parent: Parent, functionName: string): number[] {
  return childrenOf(parent.pid).filter((pid) => {
    const variables = texts(`/proc/${pid}/environ`);
    const variable = (name: string) =>
      variables.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
    return (
      variable("LAMBDA_TASK_ROOT")?.startsWith(parent.dataDir + sep) === true &&
      variable("AWS_LAMBDA_FUNCTION_NAME")?.includes(functionName) === true
    );
  });
}

/** The DynamoDB emulator: the child of this service that works on its database. */
export function emulatorOf(parent: Parent): number | undefined {
  const database = `${parent.dataDir}${sep}dynamodb.db`;
  return childrenOf(parent.pid).find((pid) => texts(`/proc/${pid}/cmdline`).includes(database));
}

/** A process that can no longer be read has ended, and is nobody's child. */
function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const [stat = ""] = texts(`/proc/${pid}/stat`);
      // "pid (name) state parent …", and the name can hold anything.
      const [, , parentPid] = stat.slice(stat.lastIndexOf(")")).split(" ");
      return Number(parentPid) === parent;
    });
}

function texts(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\0");
  } catch {
    return [];
  }
}
