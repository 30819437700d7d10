import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { LocalService, localServiceFile } from "../adapters/local-service.ts";
import type { Connection } from "./connection.ts";
import { writeJsonAtomic } from "./write-file-atomic.ts";

const connectionFile = "connection.json";

/** Tells operators and clients on this machine where the service is; it is ready from then on. */
export function writeServiceFiles(
  folder: string,
  { connection, ...service }: Omit<LocalService, "pid"> & { connection: Connection },
): void {
  writeJsonAtomic(join(folder, localServiceFile), { pid: process.pid, ...service });
  writeJsonAtomic(join(folder, connectionFile), connection);
}

export function removeServiceFiles(folder: string): void {
  for (const name of [connectionFile, localServiceFile])
    rmSync(join(folder, name), { force: true });
}

/** A person may have removed the folder and started another service in its place. */
export function removeOwnServiceFiles(folder: string): void {
  const file = join(folder, localServiceFile);
  if (!existsSync(file)) return;
  const { pid } = LocalService.pick({ pid: true }).parse(JSON.parse(readFileSync(file, "utf8")));
  if (pid === process.pid) removeServiceFiles(folder);
}
