import { isolated } from "../../../core/messages.ts";
import type { EmbedMessages } from "./en.ts";

export const de: EmbedMessages = {
  live: "Live",
  reconnecting: "Verbindet neu",
  noLongerShared: "Nicht mehr geteilt",
  notShared: "Nicht geteilt",
  notAvailable: "Nicht verfügbar",
  liveCountNotAvailable: "Dieser Stand ist nicht verfügbar.",
  changed: "Geändert",
  count: "Stand",
  liveCount: (phrase) => `Stand: ${phrase}`,
  announced: (name, phrase) => `${isolated(name)}: ${phrase}`,

  countOf: (count, whole) => `${count} von ${whole}`,
  goal: (goal) => `Ziel ${goal}`,
  goalReached: "Ziel erreicht",
  full: "Voll",

  justNow: "gerade eben",
  secondsAgo: (seconds) => `vor ${seconds} s`,
  minutesAgo: (minutes) => `vor ${minutes} Min.`,
  hoursAgo: (hours) => `vor ${hours} Std.`,
  daysAgo: (days, value) => (value === 1 ? "vor 1 Tag" : `vor ${days} Tagen`),

  of: (whole) => `von ${whole}`,
  comeIn: "Bitte eintreten",
  almostFull: "Fast voll",
  pleaseWait: "Bitte warten",
  connecting: "Verbindet",
  noNewsSince: (time) => `Nichts Neues seit ${time}`,
  needsScript: "Diese Anzeige braucht JavaScript.",
  tooOld: "Dieser Browser ist zu alt, um den aktuellen Stand zu zeigen.",
};
