import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { awsClients } from "../../adapters/aws/clients.ts";
import { LocalService, localServiceFile } from "../../adapters/local-service.ts";
import { OperatorError, systemErrorCode } from "./terminal/failure.ts";

/** The tables of the service that runs on this machine with this data folder. */
export async function localService(dataDir: string) {
  const { pid, outputs, endpoints } = runtime(await runtimeText(dataDir), dataDir);
  if (!isRunning(pid)) throw notRunning(dataDir, `process ${pid} has ended`);
  return { clients: awsClients(endpoints), outputs };
}

export function notRunning(dataDir: string, cause: unknown): OperatorError {
  const folder = dataDir === ".local" ? "" : ` -- --data-dir ${dataDir}`;
  return new OperatorError(
    `the local service is not running in ${dataDir}; start it with: npm start${folder}`,
    { cause },
  );
}

// A service that was killed leaves its file behind, and its port may be another service's by now.
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemErrorCode(error) === "EPERM";
  }
}

async function runtimeText(dataDir: string): Promise<string> {
  try {
    return await readFile(join(dataDir, localServiceFile), "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemErrorCode(error) ?? "")) {
      throw notRunning(dataDir, error);
    }
    throw new OperatorError(`${dataDir} cannot be read (${systemErrorCode(error)})`, {
      cause: error,
    });
  }
}

function runtime(text: string, dataDir: string) {
  try {
    return LocalService.parse(JSON.parse(text));
  } catch (cause) {
    const file = join(dataDir, localServiceFile);
    throw new OperatorError(
      `${file} is not as expected; stop the local service and start it again`,
      {
        cause,
      },
    );
  }
}
