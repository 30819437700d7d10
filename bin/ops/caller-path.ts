import { resolve } from "node:path";

/** npm runs scripts in the project's folder; a path that a person typed is meant from theirs. */
export function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? "", path);
}
