import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StartError } from "local-aws";

const marker = "counting-service-data.txt";

/** A receiver may have made them before the first start. */
const certificates = "ca";

const markerText =
  "Data of a local counting service. `npm start -- --fresh` empties this folder.\n";

/** Makes the folder ready to hold a service's data; gives its absolute path. */
export function openDataFolder(path: string): string {
  const folder = resolve(path);
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartError(`${folder} cannot be used as data folder: ${String(cause)}`, { cause });
  }
  const foreign = readdirSync(folder).filter((name) => name !== certificates);
  if (!existsSync(join(folder, marker)) && foreign.length > 0) {
    throw new StartError(
      `${folder} holds files that are not a local service's data; choose another --data-dir.`,
    );
  }
  writeFileSync(join(folder, marker), markerText);
  return folder;
}

// Node's own recursive mkdir never returns below folders such as /proc.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** Removes all data; not the lock, which the caller must hold, nor certificates that others trust. */
export function emptyDataFolder(folder: string): void {
  const kept = (name: string) =>
    name === marker || name === certificates || name.startsWith("lock.db");
  for (const name of readdirSync(folder).filter((name) => !kept(name))) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Writes a file that others wait for: whole or not at all, readable for its owner only. */
export function writeWhole(file: string, document: object): void {
  const draft = `${file}.draft`;
  writeFileSync(draft, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}
