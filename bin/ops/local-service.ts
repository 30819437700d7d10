import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { awsClients } from "../../adapters/aws/aws-clients.ts";
import { LocalService, localServiceFile } from "../../adapters/local-service.ts";
import { shellWord } from "../../adapters/shell.ts";
import { readKeptDefault } from "./kept-default.ts";
import { defaultDataDir } from "./service-flags.ts";
import { OperatorError, systemErrorCode } from "./terminal/failure.ts";

/** The tables of the service that runs on this machine with this data folder. */
export async function localService(dataDir: string) {
  const text = await runtimeText(dataDir);
  if (text === undefined) throw await notReady(dataDir, `there is no ${localServiceFile}`);
  const { pid, outputs, endpoints } = runtime(text, dataDir);
  if (!isRunning(pid)) throw await notReady(dataDir, `process ${pid} has ended`);
  return { clients: awsClients(endpoints), outputs };
}

/** The service said where it is, and the connection to it failed. */
export async function notResponding(dataDir: string, cause: unknown): Promise<OperatorError> {
  if (!(await isLocked(dataDir))) return notRunning(dataDir, cause);
  return unavailable(
    `the local service in ${dataDir} runs but does not respond; stop it with Ctrl-C and start it ` +
      `again with: ${startCommand(dataDir)}`,
    cause,
  );
}

async function notReady(dataDir: string, cause: unknown): Promise<OperatorError> {
  if (!(await isLocked(dataDir))) return notRunning(dataDir, cause);
  return unavailable(
    `the local service in ${dataDir} is starting or stopping; try again when it says that it is ready`,
    cause,
  );
}

async function notRunning(dataDir: string, cause: unknown): Promise<OperatorError> {
  const start = startCommand(dataDir);
  return unavailable(
    `the local service is not running in ${dataDir}; start it with: ${start}${await keptFolder(dataDir)}`,
    cause,
  );
}

/** `--local` alone means the project's folder, also where `counting use` keeps another one. */
async function keptFolder(dataDir: string): Promise<string> {
  if (dataDir !== defaultDataDir) return "";
  // A file that cannot be read is reported by the verbs that need it.
  const kept = await readKeptDefault().catch(() => undefined);
  if (kept?.dataDir === undefined) return "";
  return `. To use ${kept.dataDir}, which counting use keeps, run the command without --local`;
}

function unavailable(message: string, cause: unknown): OperatorError {
  return new OperatorError(message, { code: "UNAVAILABLE", cause });
}

/** What starts the service in this folder, with these flags. */
export function startCommand(dataDir: string, flags: string[] = []): string {
  const folder = dataDir === defaultDataDir ? [] : ["--data-dir", shellWord(dataDir)];
  const given = [...folder, ...flags];
  return given.length === 0 ? "npm start" : `npm start -- ${given.join(" ")}`;
}

// A service that was killed leaves its file behind, and its port may be another service's by now.
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemErrorCode(error) === "EPERM";
  }
}

/**
 * True while a service holds the lock of its data folder, from before it starts until it has ended.
 * Looked at only after a failure: reading would refuse a service that locks at the same moment.
 */
async function isLocked(dataDir: string): Promise<boolean> {
  const { DatabaseSync } = await import("node:sqlite");
  try {
    const database = new DatabaseSync(join(dataDir, "lock.db"), { readOnly: true });
    try {
      database.prepare("SELECT count(*) FROM sqlite_schema").get();
    } finally {
      database.close();
    }
    return false;
  } catch (error) {
    return z.object({ errcode: z.literal(sqliteBusy) }).safeParse(error).success;
  }
}

const sqliteBusy = 5;

async function runtimeText(dataDir: string): Promise<string | undefined> {
  try {
    return await readFile(join(dataDir, localServiceFile), "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemErrorCode(error) ?? "")) return undefined;
    throw unavailable(`${dataDir} cannot be read (${systemErrorCode(error)})`, error);
  }
}

function runtime(text: string, dataDir: string) {
  try {
    return LocalService.parse(JSON.parse(text));
  } catch (cause) {
    const file = join(dataDir, localServiceFile);
    throw unavailable(
      `${file} is not as expected; stop the local service and start it again`,
      cause,
    );
  }
}
