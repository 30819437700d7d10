import { grammarOf, isolated } from "../../messages.ts";
import type { MailMessages } from "./en.ts";

const { number, plural } = grammarOf("de");

export const de: MailMessages = {
  hasFired: (alert, place) => `${isolated(alert)}: ${isolated(place)}`,
  isArmedAgain: (alert, place) => `Wieder scharf: ${isolated(alert)}, ${isolated(place)}`,
  alerts: (count) =>
    plural(count, { one: `${number(count)} Alarm`, other: `${number(count)} Alarme` }),
  reached: (level, threshold, time) =>
    `${time}: ${number(level)}. Der Alarm löst bei ${number(threshold)} aus.`,
  timesFired: (times) =>
    plural(times, {
      one: "Er wurde einmal ausgelöst.",
      other: `Er wurde ${number(times)}-mal ausgelöst.`,
    }),
  armedSince: (time) => `Seit ${time} wieder scharf.`,
  show: "Alarm anzeigen",
  report: (organization, dates) => `Wochenbericht ${isolated(organization)}, ${dates}`,
  reportIn: "Rein",
  reportOut: "Raus",
  reportBefore: "Vorwoche",
  reportChange: "Änderung",
  reportPeak: "Spitze",
  reportAll: "Alle Personen",
  reportApart: "nicht nur Personen",
  reportBeside: (before) => `„Rein“ ist mit dem Zeitraum ${before} verglichen.`,
  reportBesideSome: (dates) =>
    `Die Änderung gilt für ${dates}: Für die anderen Tage gibt es nichts zum Vergleich.`,
  reportEmpty: "Es wurde nichts gezählt.",
  reportMore: (count) =>
    plural(count, {
      one: "Eine weitere Zeile hatte in dieser Mail keinen Platz.",
      other: `${number(count)} weitere Zeilen hatten in dieser Mail keinen Platz.`,
    }),
  reportShow: "Bericht anzeigen",
  more: (count) =>
    plural(count, {
      one: "Ein weiterer Alarm hatte in dieser Mail keinen Platz.",
      other: `${number(count)} weitere Alarme hatten in dieser Mail keinen Platz.`,
    }),
  held: (mails) =>
    `Sie haben innerhalb einer Stunde ${number(mails)} Mails bekommen. Diese sagt, was seitdem geschehen ist.`,
  why: (organization) =>
    `Sie bekommen diese Mail, weil Sie ${isolated(organization)} als Inhaber oder Admin verwalten.`,
};
