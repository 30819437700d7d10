import { grammarOf, isolated } from "../../messages.ts";

const { number, plural } = grammarOf("en");

/** All texts of mails. Times come formatted. */
export const en = {
  hasFired: (alert: string, place: string) => `${isolated(alert)}: ${isolated(place)}`,
  isArmedAgain: (alert: string, place: string) =>
    `Armed again: ${isolated(alert)}, ${isolated(place)}`,
  alerts: (count: number) =>
    plural(count, { one: `${number(count)} alert`, other: `${number(count)} alerts` }),
  reached: (level: number, threshold: number, time: string) =>
    `${time}: ${number(level)}. The alert fires at ${number(threshold)}.`,
  timesFired: (times: number) =>
    plural(times, { one: "It fired once.", other: `It fired ${number(times)} times.` }),
  armedSince: (time: string) => `Armed again since ${time}.`,
  show: "Show the alert",
  report: (organization: string, dates: string) =>
    `Weekly report of ${isolated(organization)}, ${dates}`,
  reportIn: "In",
  reportOut: "Out",
  reportBefore: "Week before",
  reportChange: "Change",
  reportPeak: "Peak",
  reportAll: "All people",
  reportApart: "not only people",
  reportBeside: (before: string) => `In is compared with ${before}.`,
  reportBesideSome: (dates: string) =>
    `The change is that of ${dates}: the other days have no counterpart.`,
  reportEmpty: "Nothing was counted.",
  reportMore: (count: number) =>
    plural(count, {
      one: "One more had no room in this mail.",
      other: `${number(count)} more had no room in this mail.`,
    }),
  reportShow: "Show the report",
  more: (count: number) =>
    plural(count, {
      one: "One more alert had no room in this mail.",
      other: `${number(count)} more alerts had no room in this mail.`,
    }),
  held: (mails: number) =>
    `You got ${number(mails)} mails within an hour. This one says what has happened since then.`,
  why: (organization: string) =>
    `You get this mail because you are an owner or an admin of ${isolated(organization)}.`,
};

export type MailMessages = typeof en;
