import {
  type CreatingForm,
  type FormSecrets,
  idCreatedBy,
  type SecretKind,
  secretsCreatedBy,
} from "../../core/form-ids.ts";
import type { HttpEvent } from "../http/message.ts";
import { cookieOf } from "./cookies.ts";
import { sessionCookie } from "./member-access.ts";

/** What the form of a request creates: its id and its secrets. */
export interface CreatedByForm extends FormSecrets {
  id: string;
}

export function createdByForm(event: HttpEvent, form: CreatingForm<SecretKind>): CreatedByForm {
  const sessionValue = cookieOf(event, sessionCookie);
  if (sessionValue === undefined) throw new Error("a member has no session");
  return { id: idCreatedBy(form), ...secretsCreatedBy(form, sessionValue) };
}
