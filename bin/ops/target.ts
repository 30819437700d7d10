import type { Service } from "../../adapters/stack-outputs.ts";
import { audited } from "./audited.ts";
import { deployedStack } from "./deployed-stack.ts";
import { localService, notResponding } from "./local-service.ts";
import { dataFolder } from "./service-flags.ts";
import { isConnectionFailure } from "./terminal/failure.ts";

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
  const { stack } = options;
  if (stack === undefined) {
    return await workLocally(dataFolder(options), (service) => work(compose(service)));
  }
  const service = await deployedStack(stack);
  await workOn(service, { isDeployed: true }, () => work(compose(service)));
}

type Work = (service: Service) => Promise<void>;

async function workLocally(dataDir: string, work: Work) {
  try {
    const service = await localService(dataDir);
    await workOn(service, { isDeployed: false }, () => work(service));
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
  work: () => Promise<void>,
) {
  try {
    await audited(service, where, work);
  } finally {
    service.clients.destroy();
  }
}
