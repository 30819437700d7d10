import { callerPath } from "../../adapters/caller-path.ts";
import { type OperatorStores, operatorStores } from "../../adapters/operator-stores.ts";
import {
  type OperatorWebhooks,
  operatorWebhooks,
} from "../../adapters/webhooks/operator-webhooks.ts";
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

type Work = (stores: OperatorStores, webhooks: OperatorWebhooks) => Promise<void>;

/** Does the work on the stores of the service that the options name. */
export async function withStores(options: VerbOptions, work: Work): Promise<void> {
  const { stack, local = false, dataDir } = options;
  if ((stack !== undefined) === local) {
    throw usageError(
      local ? "give --stack or --local, not both" : "say where: --stack NAME or --local",
    );
  }
  if (stack !== undefined && dataDir !== undefined) throw usageError("--data-dir needs --local");
  if (stack === undefined)
    return await workLocally(dataDir ? callerPath(dataDir, process.env) : ".local", work);
  await workOn(await deployedStack(stack), work);
}

async function workLocally(dataDir: string, work: Work) {
  try {
    await workOn(await localService(dataDir), work);
  } catch (error) {
    throw isConnectionFailure(error) ? notRunning(dataDir, error) : error;
  }
}

async function workOn({ clients, outputs }: Awaited<ReturnType<typeof deployedStack>>, work: Work) {
  try {
    await work(operatorStores(clients.dynamodb, outputs), operatorWebhooks(clients, outputs));
  } finally {
    clients.destroy();
  }
}
