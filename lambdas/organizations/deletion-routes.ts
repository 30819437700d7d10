import { ApiError } from "../../core/api-error.ts";
import type { Clock } from "../../core/clock.ts";
import { asMember } from "../../core/members/changed-by.ts";
import {
  beginDeletion,
  continueDeletion,
  type DeletionPorts,
  type DeletionStart,
  viewDeletion,
} from "../../core/organizations/deletion.ts";
import {
  DeletionConfirmation,
  type DeletionProgress,
  type DeletionView,
} from "../../core/private-api/deletion.ts";
import { jsonResponse } from "../http/message.ts";
import { boundedDeletion } from "../private-api/bounded-run.ts";
import { forbidden, type MemberAccess, noSuchOrganization } from "../private-api/member-access.ts";
import { bodyOf, type PrivateRoute } from "../private-api/private-handler.ts";

const deletion = "/api/organizations/{organizationId}/deletion";

/** Owners delete an organization, and any of them continues what another has begun. */
export function deletionRoutes(
  access: MemberAccess,
  ports: DeletionPorts & { clock: Pick<Clock, "now"> },
): Record<string, PrivateRoute> {
  const owner = async (event: Parameters<PrivateRoute>[0]) =>
    (await access.memberDuringDeletion(event, "delete_organization")).member;

  async function work(organizationId: string): Promise<DeletionProgress> {
    const run = await continueDeletion(ports, organizationId, boundedDeletion(ports.clock));
    if (run.result !== "unfinished") return { state: "deleted" };
    return { state: "unfinished", part: run.part, removed: run.removed };
  }

  return {
    [`GET ${deletion}`]: async (event) => {
      const { organizationId } = await owner(event);
      return jsonResponse(await viewOf(ports, organizationId));
    },

    [`POST ${deletion}`]: async (event) => {
      const member = await owner(event);
      const { name } = bodyOf(event, DeletionConfirmation);
      const { organizationId } = member;
      const begun = await beginDeletion(ports, { organizationId, name }, asMember(member));
      if (begun.result !== "begun") throw notBegun(begun);
      return jsonResponse(await work(organizationId));
    },

    [`POST ${deletion}/steps`]: async (event) => {
      const { organizationId } = await owner(event);
      if ((await ports.deletions.get(organizationId)) === undefined) {
        throw new ApiError(409, "No deletion of this organization has begun", {
          code: "NO_DELETION",
        });
      }
      return jsonResponse(await work(organizationId));
    },
  };
}

async function viewOf(ports: DeletionPorts, organizationId: string): Promise<DeletionView> {
  const view = await viewDeletion(ports, organizationId);
  switch (view.result) {
    case "possible":
      return { state: "possible", name: view.organization.name, summary: view.summary };
    case "begun": {
      const { name, startedAt } = view.deletion;
      return { state: "begun", name, startedAt };
    }
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
