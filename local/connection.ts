import type { StackOutputs } from "../adapters/stack-outputs.ts";
import type { Stores } from "../adapters/stores.ts";
import { sortByName } from "../core/list-order.ts";
import type { DemoOrganization } from "./demo/demo.ts";
import { demoEmbedUrls } from "./demo/embeds.ts";

export type Connection = Awaited<ReturnType<typeof connection>>;

/** The file for clients on this machine: URLs, and the demo's keys, counters and endpoints. */
export async function connection(
  stores: Stores,
  { outputs, ...pages }: { outputs: StackOutputs; mailboxUrl: string; chatUrl: string },
  demo: DemoOrganization[],
) {
  const organizations = demo.map(async ({ id, apiKey, endpoint: kept, gateToken }) => {
    const record = await stores.organizations.get(id);
    if (record === undefined) return [];
    const counters = sortByName(await stores.counters.list(id));
    const { name, plan } = record.organization;
    const embedUrls = await demoEmbedUrls(stores, id, counters);
    const shown = counters.map((counter) => ({
      id: counter.id,
      name: counter.name,
      embedUrl: embedUrls.get(counter.id),
    }));
    const endpoints = (await stores.endpointRegistry.list(id)).map((endpoint) => ({
      ...{ id: endpoint.id, url: endpoint.url, events: endpoint.events },
      // Other secrets are not known here: each was shown once.
      ...(endpoint.id === kept?.id && { secret: kept.secret }),
    }));
    const gate = gateToken && { gateUrl: `${outputs.ConsoleUrl}/gate#${gateToken}` };
    return [{ id, name, plan, apiKey, counters: shown, endpoints, ...gate }];
  });
  return {
    apiUrl: outputs.ApiUrl,
    baseUrl: outputs.BaseUrl,
    consoleUrl: outputs.ConsoleUrl,
    ...pages,
    organizations: (await Promise.all(organizations)).flat(),
  };
}
