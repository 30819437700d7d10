import { csvRows } from "../../adapters/counters/csv-rows.ts";
import { ApiError } from "../../core/api-error.ts";
import {
  type CounterImportPorts,
  type ImportResult,
  importCounters,
} from "../../core/counters/import/counter-import.ts";
import { noSuchGroupName } from "../../core/counters/import/import-groups.ts";
import type { ImportError } from "../../core/counters/import/import-plan.ts";
import type { ImportRequest, NoRoom } from "../../core/counters/import/import-preparation.ts";
import { previewImport } from "../../core/counters/import/import-preview.ts";
import { asMember } from "../../core/members/changed-by.ts";
import {
  countersPerImport,
  ImportFileBody,
  type ImportPreviewView,
  type ImportProgress,
  maximumShownErrors,
} from "../../core/private-api/counters/counter-import.ts";
import { type HttpEvent, jsonResponse } from "../http/message.ts";
import { boundedRun } from "../private-api/bounded-run.ts";
import { forbidden, type MemberAccess, noSuchOrganization } from "../private-api/member-access.ts";
import { bodyOf, type PrivateRoute, wrongRequest } from "../private-api/private-handler.ts";

const imports = "/api/organizations/{organizationId}/counter-imports";

/**
 * Imports of counters from a file, by the rules of `counter import`. A file is sent with every
 * request, because the same file again creates only what is missing; nothing of it is kept.
 */
export function importRoutes(
  access: MemberAccess,
  ports: CounterImportPorts,
): Record<string, PrivateRoute> {
  return {
    [`POST ${imports}/preview`]: async (event) => {
      const { member } = await access.member(event, "manage_counters");
      const preview = await previewImport(ports, importRequest(event, member));
      switch (preview.result) {
        case "previewed":
          return jsonResponse(preview satisfies ImportPreviewView);
        case "errors":
          return jsonResponse(errorsView(preview.errors));
        case "no_room":
          throw noRoom(preview);
        case "no_such_organization":
          throw noSuchOrganization();
      }
    },

    [`POST ${imports}`]: async (event) => {
      const { member } = await access.member(event, "manage_counters");
      const run = boundedRun(ports.clock, countersPerImport);
      const request = { ...importRequest(event, member), by: asMember(member) };
      const imported = await importCounters(ports, request, run);
      if (imported.result === "imported") {
        const { created } = imported;
        return jsonResponse({ done: true, created, missing: 0 } satisfies ImportProgress);
      }
      if (imported.result === "stopped") {
        const { created } = imported;
        const missing = imported.missing - imported.done;
        return jsonResponse({ done: false, created, missing } satisfies ImportProgress);
      }
      throw importRefused(imported);
    },
  };
}

function importRequest(
  event: HttpEvent,
  { organizationId }: { organizationId: string },
): ImportRequest {
  const { file, createGroups } = bodyOf(event, ImportFileBody);
  const rows = csvRows(Buffer.from(file, "base64"));
  if (rows === undefined) {
    throw wrongRequest("INVALID_BODY", "file", 'is not UTF-8: save it as "CSV UTF-8"');
  }
  return { organizationId, file: rows, createGroups };
}

function errorsView(errors: ImportError[]): ImportPreviewView {
  return {
    result: "errors",
    errors: errors
      .slice(0, maximumShownErrors)
      .map(({ line, field = null, reason }) => ({ line, field, reason })),
    total: errors.length,
    missingGroups: errors.some(({ reason }) => reason === noSuchGroupName),
  };
}

function importRefused(
  refusal: Exclude<ImportResult, { result: "imported" | "stopped" }>,
): ApiError {
  switch (refusal.result) {
    case "errors":
      return new ApiError(
        409,
        "The file no longer fits what the organization has: look at it again",
      );
    case "no_room":
      return noRoom(refusal);
    case "full_meanwhile":
      return new ApiError(
        409,
        "The organization was full for a moment: import the same file again",
      );
    case "no_such_group":
      return new ApiError(409, "A group of the file was deleted meanwhile: look at the file again");
    case "no_such_organization":
      return noSuchOrganization();
    case "forbidden":
      return forbidden();
  }
}

function noRoom({ of, wanted, room }: NoRoom): ApiError {
  const [has, adds] = [room, wanted].map((number) => number.toLocaleString("en"));
  return new ApiError(
    409,
    `The organization has room for ${has} more ${of}s, and the file would add ${adds}: use a shorter file`,
  );
}
