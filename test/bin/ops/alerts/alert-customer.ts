import * as service from "../../../system/service.ts";

/** An Enterprise organization with a counter, and the options that name them. */
export async function customer(settings = {}) {
  const organization = await service.createOrganization("enterprise");
  const counter = await service.createCounter(organization, settings);
  const org = ["--org", organization.id];
  return { organization, counter, org, on: [...org, "--name", "Full", "--counter", counter.id] };
}

/** The options of a rule that fires at this level. */
export const at = (level: number) => ["--kind", "absolute", "--at", String(level)];
