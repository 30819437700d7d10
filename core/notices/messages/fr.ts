import { grammarOf, isolated } from "../../messages.ts";
import type { MailMessages } from "./en.ts";

const { number, plural } = grammarOf("fr");

export const fr: MailMessages = {
  hasFired: (alert, place) => `${isolated(alert)} : ${isolated(place)}`,
  isArmedAgain: (alert, place) => `De nouveau active : ${isolated(alert)}, ${isolated(place)}`,
  alerts: (count) =>
    plural(count, {
      one: `${number(count)} alerte`,
      many: `${number(count)} d’alertes`,
      other: `${number(count)} alertes`,
    }),
  reached: (level, threshold, time) =>
    `${time} : ${number(level)}. L’alerte se déclenche à ${number(threshold)}.`,
  timesFired: (times) =>
    plural(times, {
      one: "Elle s’est déclenchée une fois.",
      many: `Elle s’est déclenchée ${number(times)} de fois.`,
      other: `Elle s’est déclenchée ${number(times)} fois.`,
    }),
  armedSince: (time) => `De nouveau active depuis : ${time}.`,
  show: "Voir l’alerte",
  more: (count) =>
    plural(count, {
      one: "Une autre alerte n’a pas trouvé place dans ce message.",
      many: `${number(count)} d’autres alertes n’ont pas trouvé place dans ce message.`,
      other: `${number(count)} autres alertes n’ont pas trouvé place dans ce message.`,
    }),
  held: (mails) =>
    `Vous avez reçu ${number(mails)} messages en une heure. Celui-ci dit ce qui s’est passé depuis.`,
  why: (organization) =>
    `Vous recevez ce message parce que vous êtes propriétaire ou administrateur de ${isolated(organization)}.`,
  whyChosen: (organization) =>
    `Vous recevez ce message parce que vous l’avez choisi pour ${isolated(organization)}.`,
  choose: "Choisir vos notifications",
  unsubscribe: "Ne plus recevoir ce type de message",
  stopTitle: "Ne plus recevoir ce type de message ?",
  stopAbout: "Vous recevrez toujours les messages sur d’autres sujets.",
  stop: "Se désabonner",
  stoppedTitle: "Vous ne recevrez plus ce type de message",
  stoppedAbout:
    "S’il en arrive encore un, utilisez le lien qu’il contient, ou faites votre choix dans la console, sous « Notifications ».",
};
