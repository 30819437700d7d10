import * as z from "zod";

/**
 * The body of a PATCH of settings, whose schemas have only optional fields: those that change, and the
 * same settings as the person saw them. When another person has changed one of them since, nothing is
 * written; one that is absent from `seen` is written unseen.
 */
export function ofEdit<Settings extends z.ZodObject, Seen extends z.ZodObject>(
  settings: Settings,
  seen: Seen,
) {
  return z.object({
    settings: settings.refine(
      (given) => Object.keys(given).length > 0,
      "must have at least one setting",
    ),
    seen: seen.exactOptional(),
  });
}

/** What a form sends: the settings that differ from what was seen, and what they were. */
export interface Edit<Settings> {
  settings: Partial<Settings>;
  seen: Partial<Settings>;
}
