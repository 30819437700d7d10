import { callerPath } from "../../adapters/shell.ts";
import { usageError } from "./terminal/failure.ts";
import { caller } from "./terminal/invocation.ts";

/** The options that name the service. */
export interface ServiceOptions {
  stack?: string;
  local?: boolean;
  dataDir?: string;
}

/** In the project's folder. */
export const defaultDataDir = ".local";

/** The data folder of the local service; a path is relative to the folder of the caller. */
export function dataFolder({ dataDir }: ServiceOptions): string {
  return dataDir ? callerPath(dataDir, caller().env) : defaultDataDir;
}

/** True when the options name a service; throws a usage error when they name it wrongly. */
export function namesService({ stack, local, dataDir }: ServiceOptions): boolean {
  if (stack !== undefined && local) throw usageError("give --stack or --local, not both");
  if (dataDir !== undefined && !local) throw usageError("--data-dir needs --local");
  return stack !== undefined || local === true;
}

/** The options that name the service, as they are typed. */
export function targetFlags({ stack, local, dataDir }: ServiceOptions): string[] {
  return [
    ...(stack === undefined ? [] : ["--stack", stack]),
    ...(local ? ["--local"] : []),
    ...(dataDir === undefined ? [] : ["--data-dir", dataDir]),
  ];
}
