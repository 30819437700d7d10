import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

export const ops = opsOn(service);

export interface Found {
  check: string;
  severity: string;
  sentence: string;
  remedy: string | null;
  command: string | null;
}

/** What the doctor says about one organization. */
export async function findings(organizationId: string, ...more: string[]): Promise<Found[]> {
  const { stdout } = await ops.run("doctor", "--only", organizationId, ...more, "--json");
  return JSON.parse(stdout).findings;
}

export async function findingsOf(check: string, organizationId: string, ...more: string[]) {
  return (await findings(organizationId, ...more)).filter((found) => found.check === check);
}
