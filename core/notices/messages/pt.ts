import { grammarOf, isolated } from "../../messages.ts";
import type { MailMessages } from "./en.ts";

const { number, plural } = grammarOf("pt");

export const pt: MailMessages = {
  hasFired: (alert, place) => `${isolated(alert)}: ${isolated(place)}`,
  isArmedAgain: (alert, place) =>
    `Abaixo do limite de novo: ${isolated(alert)}, ${isolated(place)}`,
  several: (organization, first, more) =>
    `${isolated(organization)}: ${first} e mais ${number(more)}`,
  reached: (place, level, threshold, time) =>
    `${isolated(place)} chegou a ${number(level)} em ${time} (alerta em ${number(threshold)}).`,
  timesFired: (times) =>
    plural(times, {
      one: "Disparou uma vez.",
      many: `Disparou ${number(times)} de vezes.`,
      other: `Disparou ${number(times)} vezes.`,
    }),
  armedSince: (time) => `Abaixo do limite de novo desde ${time}.`,
  isFailing: (endpoint, duration) => `Falha há ${duration}: ${isolated(endpoint)}`,
  failingSince: (time) => `Nenhuma entrega teve sucesso desde ${time}.`,
  timesFailed: (times) => `Falhas: ${number(times)}.`,
  works: (endpoint) => `Funciona de novo: ${isolated(endpoint)}`,
  failedFrom: (since, time) => `Falhou de ${since} até ${time}.`,
  unfinished: (count) => `Entregas que não chegaram: ${count}. Reenvie-as nesta página:`,
  givenUp: (endpoint) => `Entregas abandonadas: ${isolated(endpoint)}`,
  failed: (count) => `Com falha definitiva: ${count}. A página permite reenviá-las.`,
  heldBack: (endpoint) => `Entregas retidas: ${isolated(endpoint)}`,
  paused: (time, count) => `Em pausa desde ${time}. Retidas: ${count}.`,
  roleChanged: (member) => `Função alterada: ${isolated(member)}`,
  roles: { owner: "proprietário", admin: "administrador", member: "membro" },
  fromTo: (time, from, to) => `${time}: de ${from} para ${to}.`,
  changedBy: (name) => `Alterada por ${isolated(name)}.`,
  timesChanged: (times) => `Alterações: ${number(times)}.`,
  atLeast: (count) => `pelo menos ${number(count)}`,
  report: (organization, dates) => `Relatório semanal de ${isolated(organization)}, ${dates}`,
  reportIn: "Entradas",
  reportOut: "Saídas",
  reportBefore: "Semana anterior",
  reportChange: "Variação",
  reportPeak: "Pico",
  reportAll: "Todas as pessoas",
  reportApart: "não só pessoas",
  reportBeside: (before) => `As entradas são comparadas com as de ${before}.`,
  reportBesideSome: (dates) =>
    `A variação é a de ${dates}: os outros dias não têm com o que comparar.`,
  reportEmpty: "Nada foi contado.",
  reportMore: (count) =>
    plural(count, {
      one: "Mais uma linha não coube nesta mensagem.",
      many: `Mais ${number(count)} de linhas não couberam nesta mensagem.`,
      other: `Mais ${number(count)} linhas não couberam nesta mensagem.`,
    }),
  number,
  show: "Ver no console",
  more: (count) => `Não couberam nesta mensagem: ${number(count)}.`,
  held: (mails) =>
    `Você recebeu ${number(mails)} mensagens em uma hora. Esta diz o que aconteceu desde então.`,
  test: (organization) => `Os e-mails de ${isolated(organization)} chegam aqui`,
  why: (organization) =>
    `Você recebe esta mensagem porque é proprietário ou administrador de ${isolated(organization)}.`,
  whyMember: (organization) =>
    `Você recebe esta mensagem porque é membro de ${isolated(organization)}.`,
  whyChosen: (organization) =>
    `Você escolheu receber mensagens como esta de ${isolated(organization)}.`,
  choose: "Escolher suas notificações",
  unsubscribe: "Não receber mais mensagens como esta",
  kinds: {
    alert: "alertas",
    endpoint: "endpoints com falha",
    deliveries: "entregas abandonadas ou retidas",
    role: "funções alteradas",
    report: "relatório semanal",
  },
  stopTitle: "Não receber mais mensagens como essa?",
  stopAbout: "Mensagens sobre outros assuntos continuam chegando.",
  stop: "Cancelar",
  stoppedTitle: "Você não receberá mais mensagens como essa",
  stoppedAbout:
    "Se ainda chegar alguma, use o link que está nela, ou escolha no console, em “Notifications”.",
  incompleteTitle: "Este link está incompleto",
  incompleteAbout: "Copie o link inteiro da mensagem, ou escolha no console, em “Notifications”.",
};
