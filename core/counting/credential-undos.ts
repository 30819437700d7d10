import * as z from "zod";
import { type Undo, UndoRefusal } from "../counters/taps/undo.ts";
import { DeviceTime } from "../given-time.ts";
import { type Credential, type CredentialRefusal, madeWith } from "./credential-taps.ts";

/** One undo as the device keeps it. */
export const UndoRequest = z.object({
  /** Of the tap that it undoes, which the device made under this id. */
  id: z.uuid(),
  /** When undo was pressed, by the device's clock as corrected by the service's. */
  undoneAt: DeviceTime,
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

/** A device's undo as it is counted: only the credential that made the tap has the tap's key. */
export function credentialUndo(
  credential: Credential,
  { id, undoneAt }: UndoRequest,
): Undo<CredentialRefusal> {
  return { ...madeWith(credential, { id, madeAt: undoneAt }), undoneAt };
}
