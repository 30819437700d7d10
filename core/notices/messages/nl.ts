import { grammarOf, isolated } from "../../messages.ts";
import type { MailMessages } from "./en.ts";

const { number, plural } = grammarOf("nl");

export const nl: MailMessages = {
  hasFired: (alert, place) => `${isolated(alert)}: ${isolated(place)}`,
  isArmedAgain: (alert, place) => `Weer onder de grens: ${isolated(alert)}, ${isolated(place)}`,
  several: (organization, first, more) =>
    `${isolated(organization)}: ${first} en nog ${number(more)}`,
  reached: (place, level, threshold, time) =>
    `${isolated(place)} bereikte ${number(level)} op ${time} (melding bij ${number(threshold)}).`,
  timesFired: (times) =>
    plural(times, {
      one: "Ze ging één keer af.",
      other: `Ze ging ${number(times)} keer af.`,
    }),
  armedSince: (time) => `Weer onder de grens sinds ${time}.`,
  isFailing: (endpoint, duration) => `Mislukt al ${duration}: ${isolated(endpoint)}`,
  failingSince: (time) => `Sinds ${time} is geen bezorging gelukt.`,
  timesFailed: (times) => `Storingen: ${number(times)}.`,
  works: (endpoint) => `Werkt weer: ${isolated(endpoint)}`,
  failedFrom: (since, time) => `Mislukte van ${since} tot ${time}.`,
  unfinished: (count) =>
    `Bezorgingen die niet zijn aangekomen: ${count}. Verstuur ze opnieuw op deze pagina:`,
  givenUp: (endpoint) => `Bezorgingen opgegeven: ${isolated(endpoint)}`,
  failed: (count) => `Definitief mislukt: ${count}. Op de pagina kunt u ze opnieuw versturen.`,
  heldBack: (endpoint) => `Bezorgingen tegengehouden: ${isolated(endpoint)}`,
  paused: (time, count) => `Gepauzeerd sinds ${time}. Tegengehouden: ${count}.`,
  roleChanged: (member) => `Rol gewijzigd: ${isolated(member)}`,
  roles: { owner: "eigenaar", admin: "beheerder", member: "lid" },
  fromTo: (time, from, to) => `${time}: van ${from} naar ${to}.`,
  changedBy: (name) => `Gewijzigd door ${isolated(name)}.`,
  timesChanged: (times) => `Wijzigingen: ${number(times)}.`,
  atLeast: (count) => `minstens ${number(count)}`,
  report: (organization, dates) => `Weekrapport van ${isolated(organization)}, ${dates}`,
  reportIn: "In",
  reportOut: "Uit",
  reportBefore: "Week ervoor",
  reportChange: "Verschil",
  reportPeak: "Piek",
  reportAll: "Alle personen",
  reportApart: "niet alleen personen",
  reportBeside: (before) => `Vergeleken met ${before}.`,
  reportBesideSome: (dates) =>
    `Het verschil is dat van ${dates}: voor de andere dagen is er niets om mee te vergelijken.`,
  reportEmpty: "Er is niets geteld.",
  reportMore: (count) =>
    plural(count, {
      one: "Nog één regel paste niet in deze mail.",
      other: `Nog ${number(count)} regels pasten niet in deze mail.`,
    }),
  number,
  show: "In de console bekijken",
  more: (count) => `Wegens plaatsgebrek niet in deze mail: ${number(count)}.`,
  held: (mails) =>
    `U kreeg ${number(mails)} mails binnen een uur. Deze zegt wat er sindsdien is gebeurd.`,
  test: (organization) => `E-mails van ${isolated(organization)} komen hier aan`,
  why: (organization) =>
    `U krijgt deze mail omdat u eigenaar of beheerder bent van ${isolated(organization)}.`,
  whyMember: (organization) => `U krijgt deze mail omdat u lid bent van ${isolated(organization)}.`,
  whyChosen: (organization) =>
    `U hebt ervoor gekozen mails zoals deze van ${isolated(organization)} te krijgen.`,
  choose: "Uw meldingen kiezen",
  unsubscribe: "Geen mails zoals deze meer",
  kinds: {
    alert: "meldingen",
    endpoint: "endpoints met een storing",
    deliveries: "opgegeven of tegengehouden bezorgingen",
    role: "gewijzigde rollen",
    report: "weekrapport",
  },
  stopTitle: "Geen mails zoals die meer?",
  stopAbout: "Mails over andere onderwerpen blijven komen.",
  stop: "Afmelden",
  stoppedTitle: "U krijgt geen mails zoals die meer",
  stoppedAbout:
    "Komt er toch nog een, gebruik dan de link daarin, of kies in de console onder ‘Notifications’.",
  incompleteTitle: "Deze link is onvolledig",
  incompleteAbout: "Kopieer de hele link uit de mail, of kies in de console onder ‘Notifications’.",
};
