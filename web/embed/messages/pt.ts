import { isolated } from "../../../core/messages.ts";
import type { EmbedMessages } from "./en.ts";

export const pt: EmbedMessages = {
  live: "Ao vivo",
  reconnecting: "Reconectando",
  noLongerShared: "Não é mais compartilhado",
  notShared: "Não compartilhado",
  notAvailable: "Indisponível",
  liveCountNotAvailable: "Este contador não está disponível.",
  changed: "Mudou",
  count: "Total",
  liveCount: (phrase) => `Total: ${phrase}`,
  announced: (name, phrase) => `${isolated(name)}: ${phrase}`,

  countOf: (count, whole) => `${count} de ${whole}`,
  goal: (goal) => `Meta ${goal}`,
  goalReached: "Meta alcançada",
  full: "Lotado",

  justNow: "agora mesmo",
  secondsAgo: (seconds) => `há ${seconds} s`,
  minutesAgo: (minutes) => `há ${minutes} min`,
  hoursAgo: (hours) => `há ${hours} h`,
  daysAgo: (days, value) => (value === 1 ? "há 1 dia" : `há ${days} dias`),

  of: (whole) => `de ${whole}`,
  comeIn: "Pode entrar",
  almostFull: "Quase lotado",
  pleaseWait: "Aguarde, por favor",
  connecting: "Conectando",
  noNewsSince: (time) => `Sem novidades desde ${time}`,
  needsScript: "Esta tela precisa de JavaScript.",
  tooOld: "Este navegador é demasiado antigo para mostrar a contagem ao vivo.",
};
