import { isolated } from "../../../core/messages.ts";
/** All texts of embeds and screens. Numbers and times come formatted. */
export const en = {
  live: "Live",
  reconnecting: "Reconnecting",
  noLongerShared: "No longer shared",
  notShared: "Not shared",
  notAvailable: "Not available",
  liveCountNotAvailable: "This live count is not available.",
  changed: "Changed",
  count: "Count",
  liveCount: (phrase: string) => `Live count: ${phrase}`,
  announced: (name: string, phrase: string) => `${isolated(name)}: ${phrase}`,

  countOf: (count: string, whole: string) => `${count} of ${whole}`,
  goal: (goal: string) => `Goal ${goal}`,
  goalReached: "Goal reached",
  full: "Full",

  justNow: "just now",
  secondsAgo: (seconds: string) => `${seconds} s ago`,
  minutesAgo: (minutes: string) => `${minutes} min ago`,
  hoursAgo: (hours: string) => `${hours} h ago`,
  daysAgo: (days: string, value: number) => (value === 1 ? `${days} day ago` : `${days} days ago`),

  // Of screens.
  of: (whole: string) => `of ${whole}`,
  comeIn: "Come in",
  almostFull: "Almost full",
  pleaseWait: "Please wait",
  connecting: "Connecting",
  noNewsSince: (time: string) => `No news since ${time}`,
  needsScript: "This screen needs JavaScript.",
  tooOld: "This browser is too old to show the live count.",
};

export type EmbedMessages = typeof en;
