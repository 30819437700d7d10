import { hash } from "node:crypto";
import type { Language } from "../../core/languages.ts";
import { scriptFailed } from "../../web/browser/frame-html.ts";
import { tooOldScripts } from "../../web/browser/too-old-html.ts";
import { type AppSettings, appPage, colorSchemeScript } from "../../web/console/app-html.ts";
import { countPage } from "../../web/count/count-html.ts";
import { allMessages } from "../../web/languages/all-messages.ts";
import { missingPage } from "../../web/start/missing-html.ts";
import { startPage } from "../../web/start/start-html.ts";
import { type HashedFile, languageFile } from "../functions/console.ts";
import type { FileOf } from "./hashed-files.ts";

/** The console's pages, with the files that were built for them. */
export function consolePages(fileOf: FileOf) {
  const icon = fileOf("console/icon-180.png");
  const filesOf = (script: HashedFile, style: HashedFile) => ({
    ...{ icon, script: fileOf(script), style: fileOf(style) },
  });
  const spokenPage = (language: Language, script: HashedFile, style: HashedFile) => ({
    language,
    files: { ...filesOf(script, style), spoken: fileOf(languageFile(language)) },
  });
  return {
    app: (settings: AppSettings) =>
      appPage(filesOf("console/main.tsx", "console/main.css"), settings),
    count: (language: Language) =>
      countPage({
        ...spokenPage(language, "count/count.ts", "count/count.css"),
        messages: allMessages[language].count,
        frame: allMessages[language].start,
      }),
    start: (language: Language) =>
      startPage({
        ...spokenPage(language, "start/start.ts", "start/start.css"),
        messages: allMessages[language].start,
      }),
    missing: (language: Language) =>
      missingPage({
        language,
        files: { icon, style: fileOf("start/start.css") },
        messages: allMessages[language].start,
      }),
  };
}

/** What a page of the console may do in addition to what all of them may. */
export interface PagePolicy {
  /** `<style>` elements with this nonce. */
  styleNonce?: string;
  /** An origin that the page shows in frames, and images of. */
  frames?: string;
}

const ownScripts = [tooOldScripts.people, tooOldScripts.owners, scriptFailed, colorSchemeScript]
  .map((script) => `'sha256-${hash("sha256", script, "base64")}'`)
  .join(" ");

/** What the console's pages may do: load its own files, and talk to it; nobody may frame them. */
export function contentSecurityPolicy({ styleNonce, frames }: PagePolicy = {}): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${ownScripts}`,
    `style-src 'self'${styleNonce === undefined ? "" : ` 'nonce-${styleNonce}'`}`,
    "connect-src 'self'",
    // Of an embed also its badge, which is an image.
    `img-src 'self'${frames === undefined ? "" : ` ${frames}`}`,
    ...(frames === undefined ? [] : [`frame-src ${frames}`]),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const pageHeaders = {
  "content-security-policy": contentSecurityPolicy(),
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy":
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
};
