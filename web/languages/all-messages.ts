import type { Language } from "../../core/languages.ts";
import { ar as arCount } from "../count/messages/ar.ts";
import { de as deCount } from "../count/messages/de.ts";
import { en as enCount } from "../count/messages/en.ts";
import { es as esCount } from "../count/messages/es.ts";
import { fr as frCount } from "../count/messages/fr.ts";
import { ja as jaCount } from "../count/messages/ja.ts";
import { nl as nlCount } from "../count/messages/nl.ts";
import { pt as ptCount } from "../count/messages/pt.ts";
import { ar as arStart } from "../start/messages/ar.ts";
import { de as deStart } from "../start/messages/de.ts";
import { en as enStart } from "../start/messages/en.ts";
import { es as esStart } from "../start/messages/es.ts";
import { fr as frStart } from "../start/messages/fr.ts";
import { ja as jaStart } from "../start/messages/ja.ts";
import { nl as nlStart } from "../start/messages/nl.ts";
import { pt as ptStart } from "../start/messages/pt.ts";
import type { PageMessages } from "./page-messages.ts";

/** For the functions that make the pages; a browser loads those of one language. */
export const allMessages: Record<Language, PageMessages> = {
  en: { count: enCount, start: enStart },
  de: { count: deCount, start: deStart },
  fr: { count: frCount, start: frStart },
  es: { count: esCount, start: esStart },
  pt: { count: ptCount, start: ptStart },
  nl: { count: nlCount, start: nlStart },
  ja: { count: jaCount, start: jaStart },
  ar: { count: arCount, start: arStart },
};
