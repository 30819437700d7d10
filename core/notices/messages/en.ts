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
  more: (count: number) =>
    plural(count, {
      one: "One more alert had no room in this mail.",
      other: `${number(count)} more alerts had no room in this mail.`,
    }),
  held: (mails: number) =>
    `You got ${number(mails)} mails within an hour. This one says what has happened since then.`,
  why: (organization: string) =>
    `You get this mail because you are an owner or an admin of ${isolated(organization)}.`,
  whyChosen: (organization: string) =>
    `You get this mail because you have chosen to, for ${isolated(organization)}.`,
  choose: "Choose what you hear of",
  unsubscribe: "Stop mails like this one",
  // The page of the link "unsubscribe".
  stopTitle: "Stop mails like that one?",
  stopAbout: "Mails about other things still come.",
  stop: "Stop them",
  stoppedTitle: "Mails like that one stop",
  stoppedAbout:
    "If one still comes, use the link in it, or choose under Notifications in the console.",
};

export type MailMessages = typeof en;
