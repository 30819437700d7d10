import { grammarOf, isolated } from "../../messages.ts";

const { number, plural } = grammarOf("en");

/** All texts of mails. Times come formatted. */
export const en = {
  hasFired: (alert: string, place: string) => `${isolated(alert)}: ${isolated(place)}`,
  isArmedAgain: (alert: string, place: string) =>
    `Below the limit again: ${isolated(alert)}, ${isolated(place)}`,
  several: (organization: string, first: string, more: number) =>
    `${isolated(organization)}: ${first}, and ${number(more)} more`,
  reached: (place: string, level: number, threshold: number, time: string) =>
    `${isolated(place)} reached ${number(level)} on ${time} (alert at ${number(threshold)}).`,
  timesFired: (times: number) =>
    plural(times, { one: "It fired once.", other: `It fired ${number(times)} times.` }),
  armedSince: (time: string) => `Below the limit again since ${time}.`,
  isFailing: (endpoint: string, duration: string) =>
    `Failing for ${duration}: ${isolated(endpoint)}`,
  failingSince: (time: string) => `No delivery has succeeded since ${time}.`,
  timesFailed: (times: number) => `Failures: ${number(times)}.`,
  works: (endpoint: string) => `Works again: ${isolated(endpoint)}`,
  failedFrom: (since: string, time: string) => `It failed from ${since} to ${time}.`,
  unfinished: (count: string) =>
    `Deliveries that have not arrived: ${count}. Send them again on this page:`,
  givenUp: (endpoint: string) => `Deliveries given up: ${isolated(endpoint)}`,
  failed: (count: string) => `Failed for good: ${count}. You can send them again on this page:`,
  heldBack: (endpoint: string) => `Deliveries held back: ${isolated(endpoint)}`,
  paused: (time: string, count: string) => `Paused since ${time}. Held back: ${count}.`,
  roleChanged: (member: string) => `Role changed: ${isolated(member)}`,
  roles: { owner: "owner", admin: "admin", member: "member" },
  fromTo: (time: string, from: string, to: string) => `${time}: from ${from} to ${to}.`,
  changedBy: (name: string) => `Changed by ${isolated(name)}.`,
  timesChanged: (times: number) => `Changes: ${number(times)}.`,
  atLeast: (count: number) => `at least ${number(count)}`,
  report: (organization: string, dates: string) =>
    `Weekly report of ${isolated(organization)}, ${dates}`,
  reportIn: "In",
  reportOut: "Out",
  reportBefore: "Week before",
  reportChange: "Change",
  reportPeak: "Peak",
  reportAll: "All people",
  reportApart: "not only people",
  reportBeside: (before: string) => `Compared with ${before}.`,
  reportBesideSome: (dates: string) =>
    `The change is that of ${dates}: the other days have no counterpart.`,
  reportEmpty: "Nothing was counted.",
  reportMore: (count: number) =>
    plural(count, {
      one: "One more had no room in this mail.",
      other: `${number(count)} more had no room in this mail.`,
    }),
  number,
  show: "Show in the console",
  more: (count: number) => `Not in this mail, for want of room: ${number(count)}.`,
  held: (mails: number) =>
    `You got ${number(mails)} mails within an hour. This one says what has happened since then.`,
  test: (organization: string) => `Mails of ${isolated(organization)} arrive here`,
  why: (organization: string) =>
    `You get this mail because you are an owner or an admin of ${isolated(organization)}.`,
  whyMember: (organization: string) =>
    `You get this mail because you are a member of ${isolated(organization)}.`,
  whyChosen: (organization: string) =>
    `You chose to get mails like this from ${isolated(organization)}.`,
  choose: "Choose what you hear of",
  unsubscribe: "Stop mails like this one",
  kinds: {
    alert: "alerts",
    endpoint: "failing endpoints",
    deliveries: "deliveries given up or held back",
    role: "changed roles",
    report: "weekly report",
  },
  // The page of the link "unsubscribe".
  stopTitle: "Stop mails like that one?",
  stopAbout: "Mails about other things still come.",
  stop: "Stop them",
  stoppedTitle: "Mails like that one stop",
  stoppedAbout:
    "If one still comes, use the link in it, or choose under Notifications in the console.",
  incompleteTitle: "This link is incomplete",
  incompleteAbout:
    "Copy the whole link from the mail, or choose under Notifications in the console.",
};

export type MailMessages = typeof en;
