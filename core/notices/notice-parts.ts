import type { Language } from "../languages.ts";
import type { Role } from "../members/role.ts";
import type { WeeklyReport } from "./weekly-report.ts";

/** What people read of one notice, in whichever message. */
export interface NoticeText {
  title: string;
  lines: string[];
  table?: NoticeTable;
  /** The console's page of what it is about. */
  url: string;
}

/** Numbers in columns. Each row's name stands above its numbers: a phone has no room beside them. */
export interface NoticeTable {
  heads: string[];
  rows: NoticeRow[];
}

export interface NoticeRow {
  name: string;
  /** Beside the name, quietly. */
  aside?: string;
  /** One for each head; with what stands below the number. */
  cells: { value: string; note?: string }[];
}

export interface NoticeReader {
  organizationId: string;
  organization: { name: string; language: Language; timeZone: string };
  consoleUrl: string;
  /** Who reads it; absent of a chat channel, which owners make. */
  role?: Role;
  /** The numbers of a report among the notices; without them, it is a link to them. */
  report?: WeeklyReport | undefined;
}

/** With the page of the console instead of its address. */
export type PathText = Omit<NoticeText, "url"> & { path: string };

/** Keeps programs from finding something in a text. */
export const invisible = "\u2060";

/** No program makes a link of what looks like an address of the web in it. */
export function withoutLinks(text: string): string {
  return text.replace(/:(?=\/\/)|(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, `$&${invisible}`);
}

/** Names can have separators that are no control characters. */
export function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\s]+/gu, " ");
}
