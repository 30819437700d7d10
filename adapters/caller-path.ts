import { resolve } from "node:path";

/** npm runs scripts in the project's folder; a path that a person typed is meant from theirs. */
export function callerPath(path: string, variables: { INIT_CWD?: string | undefined }): string {
  return resolve(variables.INIT_CWD ?? "", path);
}
