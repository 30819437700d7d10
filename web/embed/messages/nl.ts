import { isolated } from "../../../core/messages.ts";
import type { EmbedMessages } from "./en.ts";

export const nl: EmbedMessages = {
  live: "Live",
  reconnecting: "Verbindt opnieuw",
  noLongerShared: "Niet meer gedeeld",
  notShared: "Niet gedeeld",
  notAvailable: "Niet beschikbaar",
  liveCountNotAvailable: "Deze stand is niet beschikbaar.",
  changed: "Gewijzigd",
  count: "Stand",
  liveCount: (phrase) => `Stand: ${phrase}`,
  announced: (name, phrase) => `${isolated(name)}: ${phrase}`,

  countOf: (count, whole) => `${count} van ${whole}`,
  goal: (goal) => `Doel ${goal}`,
  goalReached: "Doel bereikt",
  full: "Vol",

  justNow: "zojuist",
  secondsAgo: (seconds) => `${seconds} s geleden`,
  minutesAgo: (minutes) => `${minutes} min geleden`,
  hoursAgo: (hours) => `${hours} uur geleden`,
  daysAgo: (days, value) => (value === 1 ? "1 dag geleden" : `${days} dagen geleden`),

  of: (whole) => `van ${whole}`,
  comeIn: "Kom binnen",
  almostFull: "Bijna vol",
  pleaseWait: "Even wachten",
  connecting: "Verbinden",
  noNewsSince: (time) => `Niets nieuws sinds ${time}`,
  needsScript: "Dit scherm heeft JavaScript nodig.",
  tooOld: "Deze browser is te oud om de actuele stand te tonen.",
};
