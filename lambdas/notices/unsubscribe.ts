import type { Language } from "../../core/languages.ts";
import { markup } from "../../core/markup.ts";
import { isolated } from "../../core/messages.ts";
import { type PreferenceStore, unsubscribe } from "../../core/notices/choose.ts";
import { messagesOf } from "../../core/notices/messages/messages.ts";
import { type Unsubscription, unsubscriptionIn } from "../../core/notices/unsubscription.ts";
import { messagePage } from "../console/message-page.ts";
import { pageLanguage } from "../console/page-language.ts";
import type { HttpHandler } from "../http/http-handler.ts";
import { methodRefused } from "../http/refuse-handler.ts";
import { consoleHandler } from "../private-api/console-handler.ts";

interface UnsubscribePorts {
  preferences: PreferenceStore;
  unsubscribeSecret: () => Promise<string>;
  /** Undefined of one that is gone. */
  organizationName(organizationId: string): Promise<string | undefined>;
}

/**
 * The link of a mail. Programs that look for malware follow it, so a GET changes nothing; a POST, of the
 * page's button or of a mail program (RFC 8058), does it at once. A token that is not ours reads nothing.
 */
export function unsubscribePages(ports: UnsubscribePorts): HttpHandler {
  return consoleHandler(async (event, scope) => {
    const { method } = event.requestContext.http;
    if (!["GET", "HEAD", "POST"].includes(method)) throw methodRefused(method, ["GET", "POST"]);
    const language = pageLanguage(event);
    const { incompleteTitle, incompleteAbout, stoppedTitle, stoppedAbout, ...asked } =
      messagesOf[language];
    const token = event.queryStringParameters?.token ?? "";
    const known = unsubscriptionIn(token, await ports.unsubscribeSecret());
    if (known === undefined) {
      const page = { title: incompleteTitle, message: incompleteAbout, action: markup`` };
      return messagePage({ status: 400, language, ...page }, scope);
    }
    const about = aboutOf(known, await ports.organizationName(known.organizationId), language);
    if (method === "POST") {
      await unsubscribe(ports.preferences, known);
      const page = { title: stoppedTitle, message: `${about} ${stoppedAbout}`, action: markup`` };
      return messagePage({ status: 200, language, ...page }, scope);
    }
    const form = markup`<form method="post"><button class="button">${asked.stop}</button></form>`;
    const page = { title: asked.stopTitle, message: `${about} ${asked.stopAbout}`, action: form };
    return messagePage({ status: 200, language, ...page, hasForm: true }, scope);
  });
}

/** Whose mails they are, and all that they are about: one mail can be about several things. */
function aboutOf({ kinds }: Unsubscription, organization: string | undefined, language: Language) {
  const named = kinds.map((kind) => messagesOf[language].kinds[kind]);
  const list = new Intl.ListFormat(language).format(named);
  return organization === undefined ? `${list}.` : `${isolated(organization)}: ${list}.`;
}
