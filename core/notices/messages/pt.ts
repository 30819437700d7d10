import { grammarOf, isolated } from "../../messages.ts";
import type { MailMessages } from "./en.ts";

const { number, plural } = grammarOf("pt");

export const pt: MailMessages = {
  hasFired: (alert, place) => `${isolated(alert)}: ${isolated(place)}`,
  isArmedAgain: (alert, place) => `Ativo de novo: ${isolated(alert)}, ${isolated(place)}`,
  alerts: (count) =>
    plural(count, {
      one: `${number(count)} alerta`,
      many: `${number(count)} de alertas`,
      other: `${number(count)} alertas`,
    }),
  reached: (level, threshold, time) =>
    `${time}: ${number(level)}. O alerta dispara com ${number(threshold)}.`,
  timesFired: (times) =>
    plural(times, {
      one: "Disparou uma vez.",
      many: `Disparou ${number(times)} de vezes.`,
      other: `Disparou ${number(times)} vezes.`,
    }),
  armedSince: (time) => `Ativo de novo desde ${time}.`,
  show: "Ver o alerta",
  more: (count) =>
    plural(count, {
      one: "Mais um alerta não coube nesta mensagem.",
      many: `Mais ${number(count)} de alertas não couberam nesta mensagem.`,
      other: `Mais ${number(count)} alertas não couberam nesta mensagem.`,
    }),
  held: (mails) =>
    `Você recebeu ${number(mails)} mensagens em uma hora. Esta diz o que aconteceu desde então.`,
  why: (organization) =>
    `Você recebe esta mensagem porque é proprietário ou administrador de ${isolated(organization)}.`,
  whyChosen: (organization) =>
    `Você recebe esta mensagem porque assim escolheu para ${isolated(organization)}.`,
  choose: "Escolher suas notificações",
  unsubscribe: "Não receber mais mensagens como esta",
  stopTitle: "Não receber mais mensagens como essa?",
  stopAbout: "Mensagens sobre outros assuntos continuam chegando.",
  stop: "Cancelar",
  stoppedTitle: "Você não receberá mais mensagens como essa",
  stoppedAbout:
    "Se ainda chegar alguma, use o link que está nela, ou escolha no console, em “Notifications”.",
};
