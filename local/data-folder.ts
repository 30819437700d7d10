import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StartError } from "local-aws";
import { startCommand } from "./pasteable.ts";
import { systemErrorCode } from "./ports.ts";

/** Counts the changes that make stored data unreadable to the service of another version. */
const dataFormat = 2;

const marker = "counting-service-data.txt";

const markerText =
  `Data of a local counting service, format ${dataFormat}. ` +
  "`npm start -- --fresh` empties this folder.\n";

/** A receiver may have made them before the first start. */
const certificates = "ca";

/** Makes the folder ready to hold a service's data; returns its absolute path. */
export function openDataFolder(path: string): string {
  const folder = resolve(path);
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartError(`${folder} cannot be used as data folder: ${String(cause)}`, { cause });
  }
  if (existsSync(join(folder, marker))) return folder;
  if (readdirSync(folder).some((name) => name !== certificates)) {
    throw new StartError(
      `${folder} holds files that are not a local service's data; choose another --data-dir.`,
    );
  }
  writeMarker(folder);
  return folder;
}

/** Throws a StartError when the folder holds data of a version that stored them otherwise. */
export function checkDataFormat(folder: string, dataDir: string): void {
  const text = readFileSync(join(folder, marker), "utf8");
  const found = Number(/format (\d+)/.exec(text)?.[1] ?? 1);
  if (found === dataFormat) return;
  if (readdirSync(folder).every(isKept)) {
    writeMarker(folder);
    return;
  }
  const age = found < dataFormat ? "an older" : "a newer";
  throw new StartError(
    `${folder} holds the data of ${age} version of this service, which this one cannot read. ` +
      "Choose another folder with --data-dir, or delete the data and begin anew:\n\n" +
      `  ${startCommand(dataDir, "--fresh")}\n`,
  );
}

/** Removes all data; not the lock, which the caller must hold, nor certificates that others trust. */
export function emptyDataFolder(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => !isKept(name))) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  writeMarker(folder);
}

function writeMarker(folder: string): void {
  try {
    writeFileSync(join(folder, marker), markerText);
  } catch (cause) {
    // An empty file would make the folder look used.
    rmSync(join(folder, marker), { force: true });
    throw cause;
  }
}

const diskErrors: Record<string, string> = {
  ENOSPC: "its disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "no file there may grow",
  EROFS: "its disk is read-only",
};

/** The error for a disk that takes no more data; undefined for any other failure. */
export function diskError(cause: unknown, folder: string): StartError | undefined {
  const said = Object.keys(diskErrors).find((code) => String(cause).includes(code));
  const reason = diskErrors[systemErrorCode(cause) ?? said ?? ""];
  if (reason === undefined) return undefined;
  return new StartError(
    `Nothing can be written to the data folder ${folder}: ${reason}. Make room, or choose ` +
      "another folder with --data-dir.",
    { cause },
  );
}

const isKept = (name: string) =>
  name === marker || name === certificates || name.startsWith("lock.db");

// Node's own recursive mkdir never returns below folders such as /proc.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}
