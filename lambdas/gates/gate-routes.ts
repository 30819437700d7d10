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
import { NewGate } from "../../core/private-api/counters/gates.ts";
import { ofForm } from "../../core/private-api/form-id.ts";
import type { CreatedGate, GateList, GateRecord } from "../../core/private-api/organization.ts";
import { gateRecord } from "../../core/private-api/organization-views.ts";
import { jsonResponse } from "../http/message.ts";
import { createdAlready, revokeAndCreate } from "../private-api/created-already-errors.ts";
import { createdByForm } from "../private-api/created-by-form.ts";
import { forbidden, type MemberAccess, noSuchOrganization } from "../private-api/member-access.ts";
import { bodyOf, type PrivateRoute, wrongRequest } from "../private-api/private-handler.ts";
import { limitReached, notFound } from "../private-api/resource-errors.ts";

const gates = "/api/organizations/{organizationId}/gates";

/** Gates of an organization as its owners and admins see them. */
export function gateRoutes(access: MemberAccess, ports: GatePorts): Record<string, PrivateRoute> {
  return {
    [`GET ${gates}`]: async (event) => {
      const { member } = await access.member(event, "manage_gates");
      const listing = await listGates(ports, member.organizationId);
      if (listing.result !== "listed") throw noSuchOrganization();
      return jsonResponse({ gates: listing.gates.map(gateRecord) } satisfies GateList);
    },

    [`POST ${gates}`]: async (event) => {
      const { member } = await access.member(event, "manage_gates");
      const { formId, ...wanted } = bodyOf(event, ofForm(NewGate));
      const preset = createdByForm(event, { kind: "gat", member, formId });
      const { organizationId } = member;
      const setup = { ...wanted, organizationId, ...(preset && { preset }) };
      const creation = await createGate(ports, setup, asMember(member));
      if (creation.result !== "created") throw creationRefused(creation);
      const created = { ...gateRecord(creation.gate), url: creation.url };
      const statusCode = creation.isNew ? 201 : 200;
      return { ...jsonResponse(created satisfies CreatedGate), statusCode };
    },

    [`DELETE ${gates}/{gateId}`]: async (event) => {
      const { member } = await access.member(event, "manage_gates");
      const gateId = event.pathParameters?.gateId ?? "";
      const key = { organizationId: member.organizationId, gateId };
      const revocation = await revokeGate(ports, key, asMember(member));
      if (revocation.result === "forbidden") throw forbidden();
      if (revocation.result !== "revoked") {
        throw notFound("gate");
      }
      return jsonResponse(gateRecord(revocation.gate) satisfies GateRecord);
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
