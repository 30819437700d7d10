import { markup } from "../../core/markup.ts";
import { type PreferenceStore, unsubscribe } from "../../core/notices/choose.ts";
import { messagesOf } from "../../core/notices/messages/messages.ts";
import { unsubscriptionIn } from "../../core/notices/unsubscription.ts";
import { type RateLimits, unknownLinkLimit } from "../../core/rate-limits.ts";
import { messagePage } from "../console/message-page.ts";
import { pageLanguage } from "../console/page-language.ts";
import type { HttpHandler } from "../http/http-handler.ts";
import { methodRefused } from "../http/refuse-handler.ts";
import { consoleHandler } from "../private-api/console-handler.ts";
import { enforce } from "../private-api/rate-limit.ts";
import type { ViewerAddress } from "../private-api/viewer-address.ts";

interface UnsubscribePorts {
  preferences: PreferenceStore;
  unsubscribeSecret: () => Promise<string>;
  rateLimits: RateLimits;
  viewerAddress: ViewerAddress;
}

/**
 * The link of a mail. Programs that look for malware follow it, so a GET changes nothing; a POST, of the
 * page's button or of a mail program (RFC 8058), does it at once. An unknown token gets the same page.
 */
export function unsubscribePages(ports: UnsubscribePorts): HttpHandler {
  return consoleHandler(async (event, scope) => {
    const { method } = event.requestContext.http;
    const isDone = method === "POST";
    if (isDone) {
      const token = event.queryStringParameters?.token ?? "";
      const known = unsubscriptionIn(token, await ports.unsubscribeSecret());
      if (known) await unsubscribe(ports.preferences, known);
      else await enforce(ports.rateLimits.use(unknownLinkLimit, await ports.viewerAddress(event)));
    } else if (method !== "GET" && method !== "HEAD") {
      throw methodRefused(method, ["GET", "POST"]);
    }
    const language = pageLanguage(event);
    const { stopTitle, stopAbout, stop, stoppedTitle, stoppedAbout } = messagesOf[language];
    const form = markup`<form method="post"><button class="button">${stop}</button></form>`;
    const page = isDone
      ? { title: stoppedTitle, message: stoppedAbout, action: markup`` }
      : { title: stopTitle, message: stopAbout, action: form, hasForm: true };
    return messagePage({ status: 200, language, ...page }, scope);
  });
}
