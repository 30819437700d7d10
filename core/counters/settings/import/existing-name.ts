import * as z from "zod";

/** What becomes of a row of a file whose name a counter in use has already. */
export const ExistingName = z.enum(["skip", "update", "create"]);
export type ExistingName = z.infer<typeof ExistingName>;
