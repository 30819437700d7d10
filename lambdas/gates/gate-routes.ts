import type { gateRoutes } from "../../api/private/gates.ts";
import { ApiError } from "../../core/api-error.ts";
import { maximumOpenGates } from "../../core/gates/gate-limits.ts";
import {
  createGate,
  type GateCreation,
  type GatePorts,
  listGates,
  revokeGate,
} from "../../core/gates/gates.ts";
import { asMember } from "../../core/members/changed-by.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { createdAlready, revokeAndCreate } from "../private-api/created-already-errors.ts";
import { createdByForm } from "../private-api/created-by-form.ts";
import { forbidden, noSuchOrganization } from "../private-api/member-access.ts";
import { wrongRequest } from "../private-api/request-parsing.ts";
import { limitReached, notFound } from "../private-api/resource-errors.ts";

/** Gates of an organization as its owners and admins see them. */
export function gateHandlers(ports: GatePorts): PrivateHandlers<typeof gateRoutes> {
  return {
    "GET /api/organization/{organizationId}/gates": async ({ member }) => {
      const listing = await listGates(ports, member.organizationId);
      if (listing.result !== "listed") throw noSuchOrganization();
      return { body: { gates: listing.gates } };
    },

    "POST /api/organization/{organizationId}/gates": async ({ event, member, body }) => {
      const { formId, ...wanted } = body;
      const preset = createdByForm(event, { kind: "gat", member, formId });
      const { organizationId } = member;
      const setup = { ...wanted, organizationId, preset };
      const creation = await createGate(ports, setup, asMember(member));
      if (creation.result !== "created") throw creationRefused(creation);
      const created = { ...creation.gate, url: creation.url };
      return { body: created, statusCode: creation.isNew ? 201 : 200 };
    },

    "DELETE /api/organization/{organizationId}/gates/{gateId}": async ({ member, path }) => {
      const key = { organizationId: member.organizationId, gateId: path.gateId };
      const revocation = await revokeGate(ports, key, asMember(member));
      if (revocation.result === "forbidden") throw forbidden();
      if (revocation.result !== "revoked") throw notFound("gate");
      return { body: revocation.gate };
    },
  };
}

function creationRefused(creation: Exclude<GateCreation, { result: "created" }>): ApiError {
  switch (creation.result) {
    case "no_such_organization":
      return noSuchOrganization();
    case "forbidden":
      return forbidden();
    case "created_already":
      return createdAlready("gate link", creation.name, revokeAndCreate);
    case "no_such_counter":
      return notFound("counter");
    case "counter_archived":
      return new ApiError(409, `The counter ${creation.counterId} is archived: leave it out`);
    case "end_is_past":
      return wrongRequest("INVALID_BODY", "endsAt", "must be in the future");
    case "limit_reached":
      return limitReached({ maximum: maximumOpenGates, of: "gates", remedy: "revoke one first" });
  }
}
