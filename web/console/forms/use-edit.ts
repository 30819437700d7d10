import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { conflictCode, settingLabel, settingValues } from "../../../api/private/conflict.ts";
import type { Edit } from "../../../api/private/edit.ts";
import { isSameValue } from "../../../core/compare-fields.ts";
import { ServiceError } from "../api/private-api.ts";
import type { ConflictingSetting } from "./settings-conflict.tsx";

interface EditOptions<Settings> {
  /** The settings as the form first shows them; `api/private/conflict.ts` names their labels. */
  shown: Settings;
  /** Sends the request of an edit; rejects with its ServiceError. */
  save(edit: Edit<Settings>): Promise<unknown>;
  /** Reads the settings as they are now. */
  reload(): Promise<Settings | undefined>;
  /** After it was saved, or where nothing was to be saved. */
  onDone(): void;
}

/**
 * Saves the settings of a form that differ from what the person saw. When somebody else has changed
 * one of them meanwhile, nothing is saved: `conflict` then lists what others have changed, what was
 * typed stays, and submitting again replaces theirs. Show it with FormFoot.
 */
export function useEdit<Settings extends object>(options: EditOptions<Settings>) {
  const { shown, save, reload, onDone } = options;
  const [seen, setSeen] = useState(shown);
  const [conflict, setConflict] = useState<ConflictingSetting[]>();
  const saving = useMutation({
    mutationFn: save,
    onSuccess: onDone,
    async onError(error) {
      if (!(error instanceof ServiceError) || error.code !== conflictCode) return;
      const now = await reload().catch(() => undefined);
      if (now === undefined) return;
      const changed = differences(seen, now);
      // A 409 can have another reason, which its error says.
      if (changed.length > 0) setConflict(changed);
      setSeen(now);
    },
  });
  return {
    submit(settings: Settings) {
      setConflict(undefined);
      const edit = editOf(seen, settings);
      if (edit !== undefined) return saving.mutate(edit);
      saving.reset();
      onDone();
    },
    /** For a form that stays open: it now shows these settings. */
    restart: setSeen,
    conflict,
    error: conflict === undefined ? saving.error : null,
    isPending: saving.isPending,
  };
}

/** Only what differs from what was seen; undefined when nothing does. */
function editOf<Settings extends object>(
  seen: Settings,
  settings: Settings,
): Edit<Settings> | undefined {
  const fields = Object.keys(settings) as (keyof Settings)[];
  const changed = fields.filter((field) => !isSameValue(settings[field], seen[field]));
  if (changed.length === 0) return undefined;
  return { settings: picked(settings, changed), seen: picked(seen, changed) };
}

function picked<Settings>(from: Settings, fields: (keyof Settings)[]): Partial<Settings> {
  const values: Partial<Settings> = {};
  for (const field of fields) values[field] = from[field];
  return values;
}

function differences<Settings extends object>(
  before: Settings,
  now: Settings,
): ConflictingSetting[] {
  const fields = Object.keys(before) as (keyof Settings & string)[];
  return fields
    .filter((field) => !isSameValue(before[field], now[field]))
    .map((field) => ({ label: settingLabel(field), now: nameOf(field, now[field]) }));
}

function nameOf(field: string, value: unknown): string {
  const names: Record<string, Record<string, string>> = settingValues;
  return names[field]?.[String(value)] ?? textOf(value);
}

function textOf(value: unknown): string {
  if (typeof value === "number") return value.toLocaleString();
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  return typeof value === "string" ? value : "none";
}
