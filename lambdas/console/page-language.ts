import {
  defaultLanguage,
  isLanguage,
  type Language,
  wishedLanguage,
} from "../../core/languages.ts";
import type { HttpEvent } from "../http/message.ts";
import { cookieOf, setCookie } from "../private-api/cookies.ts";

const cookie = "__Host-language";
const aYearSeconds = 31_536_000;

type Asked = Pick<HttpEvent, "cookies" | "headers" | "queryStringParameters">;

/** The language of a page: what its URL asks for, the choice kept on the device, or the browser's wish. */
export function pageLanguage(event: Asked): Language {
  return inUrl(event) ?? kept(event) ?? wished(event);
}

/** That of the service worker: the page that installs it may be older than the choice. */
export function workerLanguage(event: Asked): Language {
  return kept(event) ?? inUrl(event) ?? wished(event);
}

/** Keeps the language in the URL of a page that a person opens, until they choose another. */
export function choiceCookies(event: Asked): string[] {
  const language = inUrl(event);
  const isOpened = (event.headers["sec-fetch-dest"] ?? "document") === "document";
  return language && isOpened ? [setCookie(cookie, language, aYearSeconds)] : [];
}

function inUrl({ queryStringParameters }: Asked): Language | undefined {
  // In a link whose # was encoded, its token follows.
  const lang = queryStringParameters?.lang?.split("#")[0];
  return isLanguage(lang) ? lang : undefined;
}

function kept(event: Asked): Language | undefined {
  const language = cookieOf(event, cookie);
  return isLanguage(language) ? language : undefined;
}

function wished({ headers }: Asked): Language {
  return wishedLanguage(headers["accept-language"]) ?? defaultLanguage;
}
