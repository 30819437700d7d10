import { derivedDigits } from "../../core/derived-id.ts";
import type { DemoPerson } from "../demo/people.ts";

/** A person who signed in at the local provider. */
export interface Account {
  subject: string;
  email: string;
  name?: string;
}

/** The local provider's subject for an e-mail address in lower case. */
export function subjectOf(email: string): string {
  return derivedDigits(["local identity", email]);
}

/** Anybody may sign in with any e-mail address; the demo's people also have a name. */
export function accountOf(email: string, people: readonly DemoPerson[]): Account {
  const person = people.find((one) => one.email === email);
  return { subject: subjectOf(email), email, ...(person && { name: person.name }) };
}
