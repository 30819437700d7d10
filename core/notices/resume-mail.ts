import * as z from "zod";
import type { Clock } from "../clock.ts";
import { mailStopOf } from "../members/mail-stop.ts";
import type { Person } from "../members/person.ts";

/** Has mail to a person's address sent again, because they said so. */
export const ResumptionMessage = z.object({ resumedPersonId: z.string() });
export type ResumptionMessage = z.infer<typeof ResumptionMessage>;

export interface ResumingPorts {
  person(personId: string): Promise<Pick<Person, "email" | "mailStop"> | undefined>;
  /** Takes an address from SES's list, on which a bounce or a complaint has put it. */
  unsuppress(address: string): Promise<void>;
  /** Ends the stop of this address, if the person has it still. */
  endStop(personId: string, address: string, nowMs: number): Promise<void>;
  clock: Pick<Clock, "now">;
}

/** SES's list comes first: what is sent before it is done would be reported as bounced again. */
export async function resumeMail(
  ports: ResumingPorts,
  { resumedPersonId }: ResumptionMessage,
): Promise<{ result: "resumed" | "none" }> {
  const person = await ports.person(resumedPersonId);
  const stop = person && mailStopOf(person);
  if (stop === undefined) return { result: "none" };
  await ports.unsuppress(stop.address);
  await ports.endStop(resumedPersonId, stop.address, ports.clock.now());
  return { result: "resumed" };
}
