import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { StackOutputs } from "../adapters/operator-stores.ts";
import type { Connection } from "./connection.ts";
import { writeWhole } from "./data-folder.ts";

const connectionFile = "connection.json";
const runtimeFile = "runtime.json";

/** Tells clients and operators on this machine where the service is; it is ready from then on. */
export function writeAddresses(
  folder: string,
  addresses: { outputs: StackOutputs; endpoints: object; connection: Connection },
): void {
  const { outputs, endpoints, connection } = addresses;
  writeWhole(join(folder, runtimeFile), { pid: process.pid, outputs, endpoints });
  writeWhole(join(folder, connectionFile), connection);
}

export function removeAddresses(folder: string): void {
  for (const name of [connectionFile, runtimeFile]) rmSync(join(folder, name), { force: true });
}

/** Somebody may have removed the folder and started another service in its place. */
export function removeOwnAddresses(folder: string): void {
  const file = join(folder, runtimeFile);
  if (!existsSync(file)) return;
  const { pid } = z.object({ pid: z.int() }).parse(JSON.parse(readFileSync(file, "utf8")));
  if (pid === process.pid) removeAddresses(folder);
}
