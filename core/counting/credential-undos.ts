import * as z from "zod";
import { UndoRefusal } from "../counters/taps/undo.ts";

/** One undo as the device keeps it. */
export const UndoRequest = z.object({
  /** Of the tap that it undoes, which the device made under this id. */
  id: z.uuid(),
  /** When undo was pressed, by the device's clock as corrected by the service's. */
  undoneAt: z.iso.datetime(),
});
export type UndoRequest = z.infer<typeof UndoRequest>;

/** What became of one undo. `repeated`: it was undone by an earlier request. */
export const UndoOutcome = z.discriminatedUnion("result", [
  z.object({
    id: z.uuid(),
    result: z.enum(["undone", "repeated"]),
    /** Of the undo's own event; null where the tap had not been counted, and never will be. */
    lastEventId: z.int().nullable(),
  }),
  z.object({
    id: z.uuid(),
    result: z.literal("refused"),
    reason: z.enum([...UndoRefusal.options, "after_end"]),
  }),
]);
export type UndoOutcome = z.infer<typeof UndoOutcome>;
