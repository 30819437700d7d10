import { numberText } from "../../../core/embeds/format-count.ts";
import { isolated } from "../../../core/messages.ts";

/** All texts of the counting page, in English. */
export const en = {
  /** What the page has from the beginning. */
  title: "Counting",
  allCounters: "All counters",
  state: "State",
  countByTap: "Count by one tap",
  countUp: "Count up",
  countDown: "Count down",
  adds: (step: number) => `Adds ${numberText(step)}`,
  subtracts: (step: number) => `Subtracts ${numberText(step)}`,
  signIn: "Sign in",
  startPage: "Go to the start page",

  goal: (goal: number) => `Goal ${numberText(goal)}`,
  goalReached: (goal: number) => `Goal ${numberText(goal)} reached`,
  goalShare: (percent: number, goal: number) => `${numberText(percent)}% of ${numberText(goal)}`,
  level: (level: number) => numberText(level),
  levelOf: (level: number, capacity: number) => `${numberText(level)} of ${numberText(capacity)}`,
  levelFull: (level: number, capacity: number) =>
    `${numberText(level)} of ${numberText(capacity)} · full`,

  /** How full it is; `name` is of the group, or of the counter. */
  fill: "Capacity",
  stop: "STOP",
  almostFull: "Almost full",
  isFull: (name: string) => `${isolated(name)} is full`,
  room: (left: number) => `room for ${numberText(left)}`,
  holdToCount: "Hold + to count anyway",
  /** Below the line that says there is no network. */
  knownJustNow: "Known less than a minute ago",
  knownMinutes: (minutes: number) => `Known ${numberText(minutes)} min ago`,
  knownHours: (hours: number) => `Known ${numberText(hours)} hours ago`,

  settings: "Settings",
  /** The sheet of the settings of this device. */
  settingsTitle: "This device",
  shift: "My count",
  since: (time: string) => `since ${time}`,
  shiftReset: "Start anew",
  multiples: "Offer ×5 and ×10",
  times: (times: number) => `×${numberText(times)}`,
  tapsAtOnce: "Taps at once",
  leftHanded: "For the left hand",
  sound: "Sound",
  highContrast: "High contrast",
  theme: "Appearance",
  themes: { system: "As the device", light: "Light", dark: "Dark" },
  keys: "Keys and clickers",
  keysHint: "Choose what a key does, then press it. Escape forgets it.",
  learnKey: "Choose a key",
  pressKey: "Press the key …",
  spaceBar: "Space",
  keyUp: (name: string) => `+ ${isolated(name)}`,
  keyDown: (name: string) => `− ${isolated(name)}`,
  language: "Language",

  today: "Today",
  todayUnknown: "Not known at this moment",
  todaySums: (ups: number, downs: number) => `${numberText(ups)} in · ${numberText(downs)} out`,
  todayPeak: (peak: number, time: string) => `peak ${numberText(peak)} at ${time}`,

  undo: "Undo",
  undoDelta: (delta: number) => `Undo ${signed.format(delta)}`,
  nothingToUndo: "Nothing to undo",

  /** To screen readers. */
  spokenWaiting: (count: string, waiting: number) => `${count}, ${numberText(waiting)} waiting`,
  spokenGoal: (count: number, goal: number) => `${numberText(count)} of ${numberText(goal)}`,

  /** The device refuses to keep it on, for example because it saves power. */
  screenMayTurnOff: "The screen may turn off by itself.",

  tapNotStored: "This device could not save the tap. It was not counted.",
  undoNotStored: "This device could not save the undo. The tap counts.",
  /** What a person has decided about taps, such as to discard them. */
  decisionNotStored: "This device could not save that. Nothing has changed.",

  /** Why nothing can be counted. */
  gateClosed: "This gate link is closed. Ask for a new one.",
  linkNeeded: "Open the gate link again. If it is closed, ask for a new one.",
  gateEnded: "This gate has ended.",
  noLongerMember: "You can no longer count here.",
  locked: "Locked. Nobody can count until it is unlocked.",

  /** "1 tap", "3 taps and 1 undo"; the numbers are not both 0. */
  amount: (taps: number, undos: number) =>
    [taps > 0 && amountOf(taps, "tap"), undos > 0 && amountOf(undos, "undo")]
      .filter(Boolean)
      .join(" and "),

  /** The line about the taps; `amount` is one of `amount`. */
  allSent: "All taps sent",
  allOthersSent: "All other taps sent",
  sendingNow: "Sending …",
  sending: (amount: string) => `Sending ${amount} …`,
  busy: (amount: string) => `The service is busy · ${amount} waiting`,
  checking: (amount: string) => `Checking ${amount} · this takes up to a minute`,
  offline: "Offline · you can go on counting",
  offlineKept: (amount: string) => `Offline · ${amount} kept on this device`,
  notSignedIn: "Not signed in · taps kept on this device",
  notSignedInKept: (amount: string) => `Not signed in · ${amount} kept on this device`,

  /** Messages in place of the counter. */
  noStorageTitle: "Counting does not work in this window",
  noStorage:
    "This window cannot store taps on the device, so some could be lost. " +
    "Open the page in a normal window, not a private one.",
  noConnectionTitle: "No connection",
  noConnection: "The page tries again by itself.",
  firstTimeOffline: "The first time, this page needs a network. It tries again by itself.",
  noSuchCounterTitle: "No such counter",
  noSuchCounter: "You do not belong to the organization of this counter.",
  closedTitle: "This gate link is closed",
  linkNeededTitle: "This device no longer has the gate link",
  closed: "It was revoked, or has ended. Ask for a new link.",
  signInTitle: "Sign in to count",
  signInToCount: "Only members can count here. Without an account, open a gate link.",

  /** What needs a person's decision. */
  keptTaps: "Taps that were not counted",
  keptUndos: "Taps and undos that were not accepted",
  keptLead: "They stay on this device until they are sent or discarded.",
  notCounted: (amount: string) => `${amount} not counted`,
  notAccepted: (amount: string) => `${amount} not accepted`,
  waitingForSignIn: (amount: string) => `${amount} waiting for a sign-in`,
  decide: "Decide",
  show: "Show",
  /** Of taps that were too short where it is full. */
  add: "Add",
  tryAgain: "Try again",
  download: "Download as CSV",
  close: "Close",
  amountUp: (amount: string) => `${amount} up`,
  amountDown: (amount: string) => `${amount} down`,
  amountOfUps: (amount: string) => `${amount} of +`,
  amountOfDowns: (amount: string) => `${amount} of −`,
  discard: "Discard",
  discardAmount: (amount: string) => `Discard ${amount}`,
  reallyDiscard: (amount: string) => `Really discard ${amount}?`,
  typeToDiscard: (count: number) =>
    "Whoever made these may still want them, and nobody can bring them back. " +
    `To discard them anyway, type how many they are: ${count}`,

  /** Why taps or undos were refused. */
  reasons: {
    locked: "The counter was locked.",
    full: "It was full, and + was not held.",
    against_mode: "The counter did not accept taps in this direction.",
    out_of_range: "The number would have become too large or too small.",
    after_end: "They were made after the gate had ended.",
    key_reused: "The service knows another tap under the same id.",
    unclear: "They may have been counted already. If you send them again, they may count twice.",
    invalid: "The service could not read them.",
    expired:
      "They were sent more than 29 days late. Whether their taps were counted is no longer known.",
  },
  unknownReason: "The service refused them.",
  unclearUndos: "They may have been undone already. You can send them again.",
  blocks: {
    signed_out: "They wait until the person who made them signs in again.",
    link_needed:
      "This device does not have the gate link any more. Open it again, and they are sent.",
    revoked: "The gate link that made them is closed.",
    ended: "They arrived too long after their gate had ended.",
    forbidden: "The person who made them can no longer count here.",
  },
  /** Behind a reason: who can decide. */
  deciders: {
    own: "",
    another: " Another person made them on this device, and decides after signing in.",
    unknown: " Whoever made them decides after signing in.",
  },
};

/** The texts of the counting page in one language. */
export type CountMessages = typeof en;

const signed = new Intl.NumberFormat("en", { signDisplay: "exceptZero" });

function amountOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${numberText(count)} ${noun}s`;
}
