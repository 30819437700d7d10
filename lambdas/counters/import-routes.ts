import { failingOnDamaged } from "../../adapters/aws/damaged-items.ts";
import { csvRows } from "../../adapters/counters/settings/csv-rows.ts";
import {
  countersPerImport,
  type ImportFileBody,
  type ImportPreviewView,
  type importRoutes,
  maximumShownErrors,
} from "../../api/private/counters.ts";
import { ApiError } from "../../core/api-error.ts";
import { withoutBidiControls } from "../../core/bidi.ts";
import {
  type CounterImportPorts,
  type ImportResult,
  importCounters,
} from "../../core/counters/settings/import/counter-import.ts";
import type { ImportError } from "../../core/counters/settings/import/import-file.ts";
import { noSuchGroupName } from "../../core/counters/settings/import/import-groups.ts";
import type {
  ImportRequest,
  NoRoom,
} from "../../core/counters/settings/import/import-preparation.ts";
import { previewImport } from "../../core/counters/settings/import/import-preview.ts";
import { digestOfUpdates } from "../../core/counters/settings/import/import-updates.ts";
import { asMember } from "../../core/members/changed-by.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { boundedRun } from "../private-api/bounded-run.ts";
import { forbidden, noSuchOrganization } from "../private-api/member-access.ts";

/**
 * Imports of counters from a file, by the rules of `counter import`. A file is sent with every
 * request, because the same file again creates only what is missing; nothing of it is kept.
 */
export function importHandlers(ports: CounterImportPorts): PrivateHandlers<typeof importRoutes> {
  return {
    "POST /api/setup/{organizationId}/imports/preview": async ({ member, body }) => {
      const preview = await previewImport(ports, importRequest(member, body));
      switch (preview.result) {
        case "previewed":
        case "question":
          return { body: preview };
        case "errors":
          return { body: errorsView(preview.errors) };
        case "no_room":
          throw noRoom(preview);
        case "no_such_organization":
          throw noSuchOrganization();
      }
    },

    "POST /api/setup/{organizationId}/imports": async ({ member, body }) => {
      const run = boundedRun(ports.clock, countersPerImport);
      const { seenUpdates, updatedThrough } = body;
      const part = { by: asMember(member), seenUpdates, updatedThrough };
      const request = { ...importRequest(member, body), ...part };
      const imported = await failingOnDamaged(() => importCounters(ports, request, run));
      switch (imported.result) {
        case "imported": {
          const { created, updated } = imported;
          const left = { missing: 0, updates: digestOfUpdates([]) };
          return { body: { done: true, created, updated, updatedThrough, ...left } };
        }
        case "stopped": {
          const { result: _, done, missing, ...stopped } = imported;
          return { body: { done: false, ...stopped, missing: missing - done } };
        }
        default:
          throw importRefused(imported);
      }
    },
  };
}

function importRequest(
  { organizationId }: { organizationId: string },
  { file, createGroups, existing, ...reading }: ImportFileBody,
): ImportRequest {
  const rows = csvRows(Buffer.from(file, "base64"), reading);
  return { organizationId, file: rows, createGroups, existing };
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
    case "changed_meanwhile": {
      const { line, name } = refusal;
      return new ApiError(
        409,
        `“${withoutBidiControls(name)}” (line ${line}) was changed by somebody else meanwhile: look at the file again`,
      );
    }
    case "other_updates":
      return new ApiError(
        409,
        "Counters of the file were changed since you looked at it: look at it again",
      );
    case "errors":
    case "question":
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
