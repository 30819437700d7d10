import { isolated } from "../../../core/messages.ts";
import type { EmbedMessages } from "./en.ts";

export const fr: EmbedMessages = {
  live: "En direct",
  reconnecting: "Reconnexion",
  noLongerShared: "Plus partagé",
  notShared: "Pas partagé",
  notAvailable: "Indisponible",
  liveCountNotAvailable: "Ce compteur n’est pas disponible.",
  changed: "Modifié",
  count: "Total",
  liveCount: (phrase) => `Total\u00a0: ${phrase}`,
  announced: (name, phrase) => `${isolated(name)}\u00a0: ${phrase}`,

  countOf: (count, whole) => `${count} sur ${whole}`,
  goal: (goal) => `Objectif ${goal}`,
  goalReached: "Objectif atteint",
  full: "Complet",

  justNow: "à l’instant",
  secondsAgo: (seconds) => `il y a ${seconds} s`,
  minutesAgo: (minutes) => `il y a ${minutes} min`,
  hoursAgo: (hours) => `il y a ${hours} h`,
  daysAgo: (days, value) => (value === 1 ? "il y a 1 jour" : `il y a ${days} jours`),

  of: (whole) => `sur ${whole}`,
  comeIn: "Entrez",
  almostFull: "Presque complet",
  pleaseWait: "Merci de patienter",
  connecting: "Connexion",
  noNewsSince: (time) => `Rien de neuf depuis ${time}`,
  needsScript: "Cet écran a besoin de JavaScript.",
  tooOld: "Ce navigateur est trop ancien pour afficher le compte en direct.",
};
