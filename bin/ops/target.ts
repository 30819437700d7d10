import { callerPath } from "../../adapters/caller-path.ts";
import type { Service } from "../../adapters/stack-outputs.ts";
import { deployedStack } from "./deployed-stack.ts";
import { localService, notRunning } from "./local-service.ts";
import { isConnectionFailure, usageError } from "./terminal/failure.ts";

/** The options that every verb takes. */
export interface VerbOptions {
  stack?: string;
  local?: boolean;
  dataDir?: string;
  json?: boolean;
}

/** Does the work with the ports that it needs, composed for the service that the options name. */
export async function withPorts<Ports>(
  options: VerbOptions,
  compose: (service: Service) => Ports,
  work: (ports: Ports) => Promise<void>,
): Promise<void> {
  const { stack, local = false, dataDir } = options;
  if ((stack !== undefined) === local) {
    throw usageError(
      local ? "give --stack or --local, not both" : "say where: --stack NAME or --local",
    );
  }
  if (stack !== undefined && dataDir !== undefined) throw usageError("--data-dir needs --local");
  if (stack === undefined) {
    const folder = dataDir ? callerPath(dataDir, process.env) : ".local";
    return await workLocally(folder, (service) => work(compose(service)));
  }
  await workOn(await deployedStack(stack), (service) => work(compose(service)));
}

type Work = (service: Service) => Promise<void>;

async function workLocally(dataDir: string, work: Work) {
  try {
    await workOn(await localService(dataDir), work);
  } catch (error) {
    throw isConnectionFailure(error) ? notRunning(dataDir, error) : error;
  }
}

async function workOn(service: Awaited<ReturnType<typeof deployedStack>>, work: Work) {
  try {
    await work(service);
  } finally {
    service.clients.destroy();
  }
}
