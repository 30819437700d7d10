import { grammarOf, isolated } from "../../../core/messages.ts";

const { number } = grammarOf("en");

/** All texts of the start page, in English. */
export const en = {
  loading: "Loading …",
  wrong: "Something went wrong. Load the page again.",
  unreachable: "The service cannot be reached. This page tries again by itself.",
  noConnection: "No connection",
  tryAgain: "Try again",
  startPage: "Go to the start page",
  language: "Language",
  /** Until the script runs, and without one. */
  stillLoading: "Still loading: the connection is slow",
  notLoadedTitle: "This page has not loaded yet",
  notLoaded: "The connection is slow, or a part of the page has failed to load.",
  needsScript: "This page needs JavaScript.",
  tooOld: "This browser is too old for this page: update it, or use another one.",
  missingTitle: "This page does not exist",
  missing: "The address may be mistyped, or the page was deleted.",

  welcomeTitle: "Count at the gate.",
  welcome: "One tap for each person who comes or goes. It works offline, and no tap is lost.",
  signIn: "Sign in",
  /** Above the picture of a counting page. */
  example: "Example",
  gateHint: "Were you sent a gate link? Open it on your phone; you need no account.",
  /** Opens the field below; then its label, its button, and what it says of any other text. */
  pasteLink: "Paste a gate link",
  gateLink: "Gate link",
  openLink: "Open",
  noGateLink: "There is no gate link in this. Copy the whole link.",
  scanCode: "Scan a QR code",
  /** In an app on an iPhone's home screen. */
  apart:
    "This app and your browser do not share gates and taps. If you have counted in the browser, " +
    "open this page there once more: what waits there is sent only from there.",
  signInBelow: "Do you belong to an organization?",

  signedIn: "Signed in",
  signOut: "Sign out",
  signOutEverywhere: "Sign out everywhere",
  signOutFailed: "Signing out did not work. Try again.",
  tapsStay: "Taps that wait stay on this device until the same person signs in again.",

  roles: { owner: "owner", admin: "admin", member: "member" },
  noOrganizationTitle: "You are not in an organization yet.",
  noOrganization: "Ask an owner or admin of the organization to invite you.",
  organizations: "Organizations",
  seeAll: "See all counters",
  manage: "Manage",
  deletionUnfinished: (name: string) => `The deletion of ${isolated(name)} is not finished.`,
  goOnDeleting: "Go on with it",

  counters: "Counters",
  countersHere: "Counters on this phone",
  find: "Find a counter",
  locked: "Locked",
  outOfDate: "Offline: these numbers may be out of date.",
  readTooMuch: "Your open pages have read too much. These numbers update again within a minute.",
  noCounters: "This organization has no counters yet.",
  noMatch: "No counter matches.",
  firstOf: (shown: number, found: number) => `The first ${number(shown)} of ${number(found)}.`,

  gatesHere: "Gates on this phone",
  whereToCount: "Where do you count?",
  gateIncompleteTitle: "This link is not complete",
  gateIncomplete: "A part of it is missing. Open the whole link, or ask for a new one.",
  gateClosedTitle: "This gate link is closed",
  gateClosed: "It was revoked, or has ended, or is not complete. Ask for a new link.",
  gateEnded: "This gate has ended.",
  namedGateEndedTitle: (name: string) => `The gate ${isolated(name)} has ended`,
  gateEndedText: "Nobody can count with it any more. Ask for a new link.",
  noResponseTitle: "No response",
  noResponse: "Check the network, or wait a minute. Then try again.",

  invitation: "Invitation",
  invitedAs: {
    owner: "You are invited as an owner.",
    admin: "You are invited as an admin.",
    member: "You are invited as a member.",
  },
  role: "Role",
  invitedAddress: "For",
  validUntil: "Valid until",
  signInToAccept: "Sign in to accept",
  signInWith: (email: string) =>
    `Sign in with ${isolated(email)}: the invitation is for this address.`,
  noAddress: (email: string) =>
    `The account that you are signed in with has no e-mail address, and the invitation is for ${isolated(email)}. Sign out, then sign in with an account that has this address. If yours has it, ask the administrator of your sign-in to share it with this service.`,
  otherAddress: (own: string, email: string) =>
    `You are signed in as ${isolated(own)}, but the invitation is for ${isolated(email)}. Sign out, then sign in with that address.`,
  accept: "Accept",
  acceptFailed: "The service cannot be reached. Try again.",
  /** Before what the service says, in English. */
  acceptRefused: "This did not work.",
  signedInAs: (name: string) => `You are signed in as ${isolated(name)}.`,
  invitationInvalidTitle: "This invitation is not valid",
  invitationInvalid: "It was used, or revoked, or is older than 7 days. Ask for a new one.",

  tapsHere: "Taps on this device",
  /** `amount` is in words, such as "2 taps"; `name` is that of their counter. */
  tapsLine: ({ amount, isOne, name, ofAnother, fate }: TapsLineFacts) => {
    const whose = ofAnother ? "of another person on this phone" : `of ${isolated(name)}`;
    const verbs = isOne ? { lost: "was", waiting: "waits" } : { lost: "were", waiting: "wait" };
    const fates: Record<TapsFate, string> = {
      not_counted: `${verbs.lost} not counted`,
      not_accepted: `${verbs.lost} not accepted`,
      to_send: `${verbs.waiting} to be sent`,
      until_sign_in: `${verbs.waiting} until the person who made them signs in again`,
    };
    return `${amount} ${whose} ${fates[fate]}${ofAnother ? ` (${isolated(name)})` : ""}`;
  },
};

/** What became of taps that are still on the device. */
export type TapsFate = "not_counted" | "not_accepted" | "to_send" | "until_sign_in";

export interface TapsLineFacts {
  amount: string;
  isOne: boolean;
  name: string;
  ofAnother: boolean;
  fate: TapsFate;
}

/** The texts of the start page in one language. */
export type StartMessages = typeof en;
