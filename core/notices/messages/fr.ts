import { grammarOf, isolated } from "../../messages.ts";
import type { MailMessages } from "./en.ts";

const { number, plural } = grammarOf("fr");

export const fr: MailMessages = {
  hasFired: (alert, place) => `${isolated(alert)} : ${isolated(place)}`,
  isArmedAgain: (alert, place) =>
    `De nouveau sous la limite : ${isolated(alert)}, ${isolated(place)}`,
  several: (organization, first, more) =>
    `${isolated(organization)} : ${first}, et ${number(more)} de plus`,
  reached: (place, level, threshold, time) =>
    `${isolated(place)} a atteint ${number(level)} le ${time} (alerte à ${number(threshold)}).`,
  timesFired: (times) =>
    plural(times, {
      one: "Elle s’est déclenchée une fois.",
      many: `Elle s’est déclenchée ${number(times)} de fois.`,
      other: `Elle s’est déclenchée ${number(times)} fois.`,
    }),
  armedSince: (time) => `De nouveau sous la limite depuis le ${time}.`,
  isFailing: (endpoint, duration) => `En échec depuis ${duration} : ${isolated(endpoint)}`,
  failingSince: (time) => `Aucun envoi n’a abouti depuis le ${time}.`,
  timesFailed: (times) => `Pannes : ${number(times)}.`,
  works: (endpoint) => `Fonctionne de nouveau : ${isolated(endpoint)}`,
  failedFrom: (since, time) => `En échec du ${since} au ${time}.`,
  unfinished: (count) => `Envois non parvenus : ${count}. Renvoyez-les depuis cette page :`,
  givenUp: (endpoint) => `Envois abandonnés : ${isolated(endpoint)}`,
  failed: (count) => `Échecs définitifs : ${count}. La page permet de les renvoyer.`,
  heldBack: (endpoint) => `Envois retenus : ${isolated(endpoint)}`,
  paused: (time, count) => `En pause depuis le ${time}. Retenus : ${count}.`,
  roleChanged: (member) => `Rôle modifié : ${isolated(member)}`,
  roles: { owner: "propriétaire", admin: "administrateur", member: "membre" },
  fromTo: (time, from, to) => `${time} : de ${from} à ${to}.`,
  changedBy: (name) => `Modifié par ${isolated(name)}.`,
  timesChanged: (times) => `Modifications : ${number(times)}.`,
  atLeast: (count) => `au moins ${number(count)}`,
  report: (organization, dates) => `Rapport hebdomadaire de ${isolated(organization)}, ${dates}`,
  reportIn: "Entrées",
  reportOut: "Sorties",
  reportBefore: "Semaine d’avant",
  reportChange: "Évolution",
  reportPeak: "Pic",
  reportAll: "Toutes les personnes",
  reportApart: "pas seulement des personnes",
  reportBeside: (before) => `Les entrées sont comparées à celles du ${before}.`,
  reportBesideSome: (dates) =>
    `L’évolution porte sur ${dates} : les autres jours n’ont pas d’équivalent.`,
  reportEmpty: "Rien n’a été compté.",
  reportMore: (count) =>
    plural(count, {
      one: "Une autre ligne n’a pas trouvé place dans ce message.",
      many: `${number(count)} d’autres lignes n’ont pas trouvé place dans ce message.`,
      other: `${number(count)} autres lignes n’ont pas trouvé place dans ce message.`,
    }),
  number,
  show: "Voir dans la console",
  more: (count) => `Absentes de ce message, faute de place : ${number(count)}.`,
  held: (mails) =>
    `Vous avez reçu ${number(mails)} messages en une heure. Celui-ci dit ce qui s’est passé depuis.`,
  test: (organization) => `Les e-mails de ${isolated(organization)} arrivent ici`,
  why: (organization) =>
    `Vous recevez ce message parce que vous êtes propriétaire ou administrateur de ${isolated(organization)}.`,
  whyMember: (organization) =>
    `Vous recevez ce message parce que vous êtes membre de ${isolated(organization)}.`,
  whyChosen: (organization) =>
    `Vous avez choisi de recevoir ce type de message de ${isolated(organization)}.`,
  choose: "Choisir vos notifications",
  unsubscribe: "Ne plus recevoir ce type de message",
  kinds: {
    alert: "alertes",
    endpoint: "points de terminaison en échec",
    deliveries: "envois abandonnés ou retenus",
    role: "rôles modifiés",
    report: "rapport hebdomadaire",
  },
  stopTitle: "Ne plus recevoir ce type de message ?",
  stopAbout: "Vous recevrez toujours les messages sur d’autres sujets.",
  stop: "Se désabonner",
  stoppedTitle: "Vous ne recevrez plus ce type de message",
  stoppedAbout:
    "S’il en arrive encore un, utilisez le lien qu’il contient, ou faites votre choix dans la console, sous « Notifications ».",
  incompleteTitle: "Ce lien est incomplet",
  incompleteAbout:
    "Copiez le lien entier depuis le message, ou faites votre choix dans la console, sous « Notifications ».",
};
