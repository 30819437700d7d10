import type { DeletionProgress, DeletionView, deletionRoutes } from "../../api/private/deletion.ts";
import { ApiError } from "../../core/api-error.ts";
import type { Clock } from "../../core/clock.ts";
import {
  beginDeletion,
  continueDeletion,
  type DeletionPorts,
  type DeletionStart,
  viewDeletion,
} from "../../core/data/deletion.ts";
import { asMember } from "../../core/members/changed-by.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { boundedDeletion } from "../private-api/bounded-run.ts";
import { forbidden, noSuchOrganization } from "../private-api/member-access.ts";

/** Deletes an organization, step by step. */
export function deletionHandlers(
  ports: DeletionPorts & { clock: Pick<Clock, "now"> },
): PrivateHandlers<typeof deletionRoutes> {
  async function work(organizationId: string): Promise<DeletionProgress> {
    const run = await continueDeletion(ports, organizationId, boundedDeletion(ports.clock));
    if (run.result !== "unfinished") return { state: "deleted" };
    return { state: "unfinished", part: run.part, removed: run.removed };
  }

  return {
    "GET /api/deletion/{organizationId}": async ({ member }) => ({
      body: await viewOf(ports, member.organizationId),
    }),

    "POST /api/deletion/{organizationId}": async ({ member, body: { name } }) => {
      const { organizationId } = member;
      const begun = await beginDeletion(ports, { organizationId, name }, asMember(member));
      if (begun.result !== "begun") throw notBegun(begun);
      return { body: await work(organizationId) };
    },

    "POST /api/deletion/{organizationId}/steps": async ({ member: { organizationId } }) => {
      if ((await ports.deletions.get(organizationId)) === undefined) {
        throw new ApiError(409, "No deletion of this organization has begun", {
          code: "NO_DELETION",
        });
      }
      return { body: await work(organizationId) };
    },
  };
}

async function viewOf(ports: DeletionPorts, organizationId: string): Promise<DeletionView> {
  const view = await viewDeletion(ports, organizationId);
  switch (view.result) {
    case "possible":
      return { state: "possible", name: view.organization.name, summary: view.summary };
    case "begun":
      return { state: "begun", ...view.deletion };
    default:
      throw noSuchOrganization();
  }
}

function notBegun({ result }: Exclude<DeletionStart, { result: "begun" }>): ApiError {
  switch (result) {
    case "wrong_name":
      return new ApiError(400, "This is not the organization's name", { code: "WRONG_NAME" });
    case "forbidden":
      return forbidden();
    default:
      return noSuchOrganization();
  }
}
