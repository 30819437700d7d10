import * as z from "zod";

/**
 * Why a tap is not undone. `expired`: the undo came so late that the tap may have been counted and its
 * record be gone.
 */
export const UndoRefusal = z.enum(["locked", "out_of_range", "expired"]);
export type UndoRefusal = z.infer<typeof UndoRefusal>;
