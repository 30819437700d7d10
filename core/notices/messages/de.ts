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
  more: (count) =>
    plural(count, {
      one: "Ein weiterer Alarm hatte in dieser Mail keinen Platz.",
      other: `${number(count)} weitere Alarme hatten in dieser Mail keinen Platz.`,
    }),
  held: (mails) =>
    `Sie haben innerhalb einer Stunde ${number(mails)} Mails bekommen. Diese sagt, was seitdem geschehen ist.`,
  why: (organization) =>
    `Sie bekommen diese Mail, weil Sie ${isolated(organization)} als Inhaber oder Admin verwalten.`,
  whyChosen: (organization) =>
    `Sie bekommen diese Mail, weil Sie es für ${isolated(organization)} so gewählt haben.`,
  choose: "Benachrichtigungen wählen",
  unsubscribe: "Keine solchen Mails mehr",
  stopTitle: "Keine solchen Mails mehr?",
  stopAbout: "Mails zu anderen Themen kommen weiterhin.",
  stop: "Abbestellen",
  stoppedTitle: "Solche Mails sind abbestellt",
  stoppedAbout:
    "Falls doch noch eine kommt, nutzen Sie den Link darin, oder wählen Sie in der Konsole unter „Notifications“.",
};
