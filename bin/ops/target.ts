import type { Service } from "../../adapters/stack-outputs.ts";
import { type Stores, storesOf } from "../../adapters/stores.ts";
import { audited } from "./audited.ts";
import { deployedStack } from "./deployed-stack.ts";
import { localService, notResponding } from "./local-service.ts";
import { dataFolder, type ServiceOptions } from "./service-flags.ts";
import { isConnectionFailure } from "./terminal/failure.ts";

/** The options that every verb takes. */
export interface VerbOptions extends ServiceOptions {
  json?: boolean;
}

/** Does the work with the stores of the service that the options name. */
export async function withStores(
  options: VerbOptions,
  work: (stores: Stores) => Promise<void>,
): Promise<void> {
  await withService(options, (service) => work(storesOf(service)));
}

/** Does the work with the clients and outputs of the service that the options name. */
export async function withService(options: VerbOptions, work: Work): Promise<void> {
  const { stack } = options;
  if (stack === undefined) return await workLocally(dataFolder(options), work);
  const service = await deployedStack(stack);
  await workOn(service, { isDeployed: true }, work);
}

type Work = (service: Service) => Promise<void>;

async function workLocally(dataDir: string, work: Work) {
  try {
    const service = await localService(dataDir);
    await workOn(service, { isDeployed: false }, work);
  } catch (error) {
    const isGone = isConnectionFailure(error) || isUnreadable(error);
    throw isGone ? await notResponding(dataDir, error) : error;
  }
}

/** Another program has the port now: the SDK cannot read its response, or it is no HTTP at all. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof Error && /Deserialization error:|^Parse Error:/.test(error.message);
}

async function workOn(
  service: Awaited<ReturnType<typeof deployedStack>>,
  where: { isDeployed: boolean },
  work: Work,
) {
  try {
    await audited(service, where, () => work(service));
  } finally {
    service.clients.destroy();
  }
}
