import { isolated } from "../../../core/messages.ts";
import type { EmbedMessages } from "./en.ts";

export const es: EmbedMessages = {
  live: "En vivo",
  reconnecting: "Reconectando",
  noLongerShared: "Ya no se comparte",
  notShared: "No se comparte",
  notAvailable: "No disponible",
  liveCountNotAvailable: "Este contador no está disponible.",
  changed: "Cambió",
  count: "Total",
  liveCount: (phrase) => `Total: ${phrase}`,
  announced: (name, phrase) => `${isolated(name)}: ${phrase}`,

  countOf: (count, whole) => `${count} de ${whole}`,
  goal: (goal) => `Meta ${goal}`,
  goalReached: "Meta alcanzada",
  full: "Lleno",

  justNow: "ahora mismo",
  secondsAgo: (seconds) => `hace ${seconds} s`,
  minutesAgo: (minutes) => `hace ${minutes} min`,
  hoursAgo: (hours) => `hace ${hours} h`,
  daysAgo: (days, value) => (value === 1 ? "hace 1 día" : `hace ${days} días`),

  of: (whole) => `de ${whole}`,
  comeIn: "Adelante",
  almostFull: "Casi lleno",
  pleaseWait: "Espere, por favor",
  connecting: "Conectando",
  noNewsSince: (time) => `Sin novedades desde ${time}`,
  needsScript: "Esta pantalla necesita JavaScript.",
  tooOld: "Este navegador es demasiado antiguo para mostrar el recuento en directo.",
};
