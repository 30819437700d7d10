import { grammarOf, isolated } from "../../messages.ts";
import type { MailMessages } from "./en.ts";

const { number, plural } = grammarOf("nl");

export const nl: MailMessages = {
  hasFired: (alert, place) => `${isolated(alert)}: ${isolated(place)}`,
  isArmedAgain: (alert, place) => `Weer actief: ${isolated(alert)}, ${isolated(place)}`,
  alerts: (count) =>
    plural(count, { one: `${number(count)} melding`, other: `${number(count)} meldingen` }),
  reached: (level, threshold, time) =>
    `${time}: ${number(level)}. De melding gaat af bij ${number(threshold)}.`,
  timesFired: (times) =>
    plural(times, {
      one: "Ze ging één keer af.",
      other: `Ze ging ${number(times)} keer af.`,
    }),
  armedSince: (time) => `Weer actief sinds ${time}.`,
  show: "Melding bekijken",
  more: (count) =>
    plural(count, {
      one: "Nog één melding paste niet in deze mail.",
      other: `Nog ${number(count)} meldingen pasten niet in deze mail.`,
    }),
  held: (mails) =>
    `U kreeg ${number(mails)} mails binnen een uur. Deze zegt wat er sindsdien is gebeurd.`,
  why: (organization) =>
    `U krijgt deze mail omdat u eigenaar of beheerder bent van ${isolated(organization)}.`,
  whyChosen: (organization) =>
    `U krijgt deze mail omdat u daarvoor hebt gekozen bij ${isolated(organization)}.`,
  choose: "Uw meldingen kiezen",
  unsubscribe: "Geen mails zoals deze meer",
  stopTitle: "Geen mails zoals die meer?",
  stopAbout: "Mails over andere onderwerpen blijven komen.",
  stop: "Afmelden",
  stoppedTitle: "U krijgt geen mails zoals die meer",
  stoppedAbout:
    "Komt er toch nog een, gebruik dan de link daarin, of kies in de console onder ‘Notifications’.",
};
