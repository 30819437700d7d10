import * as z from "zod";
import { isKnownZone } from "./known-zone.ts";

const names = /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/;

/**
 * The names of one word that the time zone database has (release 2025b, `tzdata.zi`). ICU, and so Node.js
 * and Chromium, know others, which Firefox does not: to them BST is Bangladesh.
 */
const words = new Set(
  (
    "CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland " +
    "Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal " +
    "ROC ROK Singapore Turkey UCT UTC Universal W-SU WET Zulu"
  )
    .toLowerCase()
    .split(" "),
);
const ofIcuOnly = /^(systemv\/.*|us\/pacific-new|canada\/east-saskatchewan)$/i;

function isOfDatabase(name: string): boolean {
  return name.includes("/") ? !ofIcuOnly.test(name) : words.has(name.toLowerCase());
}

/** An IANA name such as "Europe/Berlin", in the spelling of the database. */
export const TimeZone = z
  .string()
  .max(100)
  .refine((text) => names.test(text) && isOfDatabase(text) && isKnownZone(text), {
    message: 'must be the IANA name of a time zone, such as "Europe/Berlin" or "UTC"',
    abort: true,
  })
  .transform(spelled);

/** Upper and lower case as they should be; an alias stays what it is. */
function spelled(name: string): string {
  const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
  return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
}
