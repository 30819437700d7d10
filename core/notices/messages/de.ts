import { grammarOf, isolated } from "../../messages.ts";
import type { MailMessages } from "./en.ts";

const { number, plural } = grammarOf("de");

export const de: MailMessages = {
  hasFired: (alert, place) => `${isolated(alert)}: ${isolated(place)}`,
  isArmedAgain: (alert, place) => `Wieder unter der Grenze: ${isolated(alert)}, ${isolated(place)}`,
  several: (organization, first, more) =>
    `${isolated(organization)}: ${first} und ${number(more)} weitere`,
  reached: (place, level, threshold, time) =>
    `Am ${time} hat ${isolated(place)} ${number(level)} erreicht (Alarm bei ${number(threshold)}).`,
  timesFired: (times) =>
    plural(times, {
      one: "Er wurde einmal ausgelöst.",
      other: `Er wurde ${number(times)}-mal ausgelöst.`,
    }),
  armedSince: (time) => `Seit ${time} wieder unter der Grenze.`,
  isFailing: (endpoint, duration) => `Seit ${duration} gestört: ${isolated(endpoint)}`,
  failingSince: (time) => `Seit ${time} ist keine Zustellung gelungen.`,
  timesFailed: (times) => `Störungen: ${number(times)}.`,
  works: (endpoint) => `Funktioniert wieder: ${isolated(endpoint)}`,
  failedFrom: (since, time) => `Gestört von ${since} bis ${time}.`,
  unfinished: (count) =>
    `Noch nicht angekommene Zustellungen: ${count}. Auf dieser Seite senden Sie sie erneut:`,
  givenUp: (endpoint) => `Zustellungen aufgegeben: ${isolated(endpoint)}`,
  failed: (count) =>
    `Endgültig fehlgeschlagen: ${count}. Auf der Seite lassen sie sich erneut senden.`,
  heldBack: (endpoint) => `Zustellungen zurückgehalten: ${isolated(endpoint)}`,
  paused: (time, count) => `Pausiert seit ${time}. Zurückgehalten: ${count}.`,
  roleChanged: (member) => `Rolle geändert: ${isolated(member)}`,
  roles: { owner: "Inhaber", admin: "Admin", member: "Mitglied" },
  fromTo: (time, from, to) => `${time}: von ${from} zu ${to}.`,
  changedBy: (name) => `Geändert von ${isolated(name)}.`,
  timesChanged: (times) => `Änderungen: ${number(times)}.`,
  atLeast: (count) => `mindestens ${number(count)}`,
  report: (organization, dates) => `Wochenbericht ${isolated(organization)}, ${dates}`,
  reportIn: "Eingänge",
  reportOut: "Ausgänge",
  reportBefore: "Vorwoche",
  reportChange: "Änderung",
  reportPeak: "Spitze",
  reportAll: "Alle Personen",
  reportApart: "nicht nur Personen",
  reportBeside: (before) => `Verglichen mit ${before}.`,
  reportBesideSome: (dates) =>
    `Die Änderung gilt für ${dates}: Für die anderen Tage gibt es nichts zum Vergleich.`,
  reportEmpty: "Es wurde nichts gezählt.",
  reportMore: (count) =>
    plural(count, {
      one: "Eine weitere Zeile hatte in dieser Mail keinen Platz.",
      other: `${number(count)} weitere Zeilen hatten in dieser Mail keinen Platz.`,
    }),
  number,
  show: "In der Konsole anzeigen",
  more: (count) => `Aus Platzgründen nicht in dieser Mail: ${number(count)}.`,
  held: (mails) =>
    `Sie haben innerhalb einer Stunde ${number(mails)} Mails bekommen. Diese sagt, was seitdem geschehen ist.`,
  test: (organization) => `Mails von ${isolated(organization)} kommen hier an`,
  why: (organization) =>
    `Sie bekommen diese Mail, weil Sie ${isolated(organization)} als Inhaber oder Admin verwalten.`,
  whyMember: (organization) =>
    `Sie bekommen diese Mail, weil Sie Mitglied von ${isolated(organization)} sind.`,
  whyChosen: (organization) =>
    `Sie haben gewählt, solche Mails von ${isolated(organization)} zu bekommen.`,
  choose: "Benachrichtigungen wählen",
  unsubscribe: "Keine solchen Mails mehr",
  kinds: {
    alert: "Alarme",
    endpoint: "gestörte Endpunkte",
    deliveries: "aufgegebene oder zurückgehaltene Zustellungen",
    role: "geänderte Rollen",
    report: "Wochenbericht",
  },
  stopTitle: "Keine solchen Mails mehr?",
  stopAbout: "Mails zu anderen Themen kommen weiterhin.",
  stop: "Abbestellen",
  stoppedTitle: "Solche Mails sind abbestellt",
  stoppedAbout:
    "Falls doch noch eine kommt, nutzen Sie den Link darin, oder wählen Sie in der Konsole unter „Notifications“.",
  incompleteTitle: "Dieser Link ist unvollständig",
  incompleteAbout:
    "Kopieren Sie den ganzen Link aus der Mail, oder wählen Sie in der Konsole unter „Notifications“.",
};
