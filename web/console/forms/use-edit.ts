import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { conflictCode, settingLabel, settingValues } from "../../../api/private/conflict.ts";
import type { Edit } from "../../../api/private/edit.ts";
import { isSameValue } from "../../../core/compare-fields.ts";
import { ServiceError } from "../api/private-api.ts";
import type { ConflictingSetting } from "./settings-conflict.tsx";
import { useSending } from "./use-sending.ts";

interface EditOptions<Settings> {
  /** The settings as the form first shows them; `api/private/conflict.ts` names their labels. */
  shown: Settings;
  /** Sends the request of an edit; rejects with its ServiceError. */
  save(edit: Edit<Settings>, signal: AbortSignal): Promise<unknown>;
  /** Reads the settings as they are now. */
  reload(): Promise<Settings | undefined>;
  /** Settings that depend on each other: where one is changed, all of them are sent. */
  together?: (keyof Settings & string)[];
  /** What the ids in a setting are called. */
  names?: { [Field in keyof Settings]?: Names<Settings[Field]> };
  /** After it was saved, or where nothing was to be saved. */
  onDone(): void;
}

/**
 * Saves the settings of a form that differ from what the person saw. When another person has changed
 * one of these meanwhile, nothing is saved: `conflict` then lists them as the others have set them,
 * what was typed stays, and submitting again replaces theirs. Show it with FormDialog.
 */
export function useEdit<Settings extends object>(options: EditOptions<Settings>) {
  const { shown, save, reload, onDone, together = [], names } = options;
  const [seen, setSeen] = useState(shown);
  const [theirs, setTheirs] = useState<Partial<Settings>>();
  const { send, giveUp } = useSending();
  const saving = useMutation({
    mutationFn: (edit: Edit<Settings>) => send((signal) => save(edit, signal)),
    onSuccess: onDone,
    async onError(error, { seen: sent }) {
      if (!(error instanceof ServiceError) || error.code !== conflictCode) return;
      const now = await reload().catch(() => undefined);
      if (now === undefined) return;
      const changed = fieldsOf(sent).filter((field) => !isSameValue(sent[field], now[field]));
      // A 409 can have another reason, which its error says.
      if (changed.length === 0) return;
      const replaced = picked(now, changed);
      setTheirs(replaced);
      setSeen((before) => ({ ...before, ...replaced }));
    },
  });
  const conflict: ConflictingSetting[] | undefined =
    theirs &&
    fieldsOf(theirs).map((field) => ({
      label: settingLabel(field),
      now: named(names?.[field], theirs[field]) ?? nameOf(field, theirs[field]),
    }));
  return {
    submit(settings: Settings) {
      setTheirs(undefined);
      const edit = editOf(seen, settings, together);
      if (edit !== undefined) return saving.mutate(edit);
      saving.reset();
      onDone();
    },
    /** For a form that stays open: it now shows these settings. */
    restart: setSeen,
    conflict,
    error: conflict === undefined ? saving.error : null,
    isPending: saving.isPending,
    giveUp,
  };
}

/** By the value, or in words. */
type Names<Value> = ReadonlyMap<unknown, string> | ((value: Value) => string);

function named<Value>(names: Names<Value> | undefined, value: Value | undefined) {
  if (typeof names !== "function") return names?.get(value);
  return value === undefined ? undefined : names(value);
}

/** Only what differs from what was seen, and what goes with it; undefined when nothing does. */
function editOf<Settings extends object>(
  seen: Settings,
  settings: Settings,
  together: (keyof Settings & string)[],
): Edit<Settings> | undefined {
  const differs = (field: keyof Settings) => !isSameValue(settings[field], seen[field]);
  const isSent = (field: keyof Settings & string) =>
    together.includes(field) ? together.some(differs) : differs(field);
  const changed = fieldsOf(settings).filter(isSent);
  if (changed.length === 0) return undefined;
  return { settings: picked(settings, changed), seen: picked(seen, changed) };
}

function fieldsOf<Settings extends object>(settings: Settings) {
  return Object.keys(settings) as (keyof Settings & string)[];
}

function picked<Settings>(from: Settings, fields: (keyof Settings)[]): Partial<Settings> {
  const values: Partial<Settings> = {};
  for (const field of fields) values[field] = from[field];
  return values;
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
