import type { Language } from "../../languages.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type MailMessages } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { ja } from "./ja.ts";
import { nl } from "./nl.ts";
import { pt } from "./pt.ts";

export const messagesOf: Record<Language, MailMessages> = { en, de, fr, es, pt, nl, ja, ar };
