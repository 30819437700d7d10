import { grammarOf, isolated } from "../../messages.ts";
import type { MailMessages } from "./en.ts";

const { number, plural } = grammarOf("es");

export const es: MailMessages = {
  hasFired: (alert, place) => `${isolated(alert)}: ${isolated(place)}`,
  isArmedAgain: (alert, place) =>
    `De nuevo por debajo del límite: ${isolated(alert)}, ${isolated(place)}`,
  several: (organization, first, more) =>
    `${isolated(organization)}: ${first} y ${number(more)} más`,
  reached: (place, level, threshold, time) =>
    `${isolated(place)} alcanzó ${number(level)} el ${time} (alerta con ${number(threshold)}).`,
  timesFired: (times) =>
    plural(times, {
      one: "Se ha disparado una vez.",
      many: `Se ha disparado ${number(times)} de veces.`,
      other: `Se ha disparado ${number(times)} veces.`,
    }),
  armedSince: (time) => `De nuevo por debajo del límite desde el ${time}.`,
  isFailing: (endpoint, duration) => `Falla desde hace ${duration}: ${isolated(endpoint)}`,
  failingSince: (time) => `Ninguna entrega ha llegado desde el ${time}.`,
  timesFailed: (times) => `Fallos: ${number(times)}.`,
  works: (endpoint) => `Vuelve a funcionar: ${isolated(endpoint)}`,
  failedFrom: (since, time) => `Falló desde el ${since} hasta el ${time}.`,
  unfinished: (count) => `Entregas que no han llegado: ${count}. Reenvíelas en esta página:`,
  givenUp: (endpoint) => `Entregas abandonadas: ${isolated(endpoint)}`,
  failed: (count) => `Fallidas definitivamente: ${count}. La página permite reenviarlas.`,
  heldBack: (endpoint) => `Entregas retenidas: ${isolated(endpoint)}`,
  paused: (time, count) => `En pausa desde el ${time}. Retenidas: ${count}.`,
  roleChanged: (member) => `Rol cambiado: ${isolated(member)}`,
  roles: { owner: "propietario", admin: "administrador", member: "miembro" },
  fromTo: (time, from, to) => `${time}: de ${from} a ${to}.`,
  changedBy: (name) => `Cambiado por ${isolated(name)}.`,
  timesChanged: (times) => `Cambios: ${number(times)}.`,
  atLeast: (count) => `al menos ${number(count)}`,
  report: (organization, dates) => `Informe semanal de ${isolated(organization)}, ${dates}`,
  reportIn: "Entradas",
  reportOut: "Salidas",
  reportBefore: "Semana anterior",
  reportChange: "Variación",
  reportPeak: "Máximo",
  reportAll: "Todas las personas",
  reportApart: "no solo personas",
  reportBeside: (before) => `Las entradas se comparan con las del ${before}.`,
  reportBesideSome: (dates) =>
    `La variación es la de ${dates}: los demás días no tienen con qué compararse.`,
  reportEmpty: "No se ha contado nada.",
  reportMore: (count) =>
    plural(count, {
      one: "Otra fila no ha cabido en este mensaje.",
      many: `Otros ${number(count)} de filas no han cabido en este mensaje.`,
      other: `Otras ${number(count)} filas no han cabido en este mensaje.`,
    }),
  number,
  show: "Ver en la consola",
  more: (count) => `No han cabido en este mensaje: ${number(count)}.`,
  held: (mails) =>
    `Ha recibido ${number(mails)} mensajes en una hora. Este dice lo que ha pasado desde entonces.`,
  test: (organization) => `Los correos de ${isolated(organization)} llegan aquí`,
  why: (organization) =>
    `Recibe este mensaje porque es propietario o administrador de ${isolated(organization)}.`,
  whyMember: (organization) =>
    `Recibe este mensaje porque es miembro de ${isolated(organization)}.`,
  whyChosen: (organization) => `Eligió recibir mensajes como este de ${isolated(organization)}.`,
  choose: "Elegir sus notificaciones",
  unsubscribe: "No recibir más mensajes como este",
  kinds: {
    alert: "alertas",
    endpoint: "endpoints con fallos",
    deliveries: "entregas abandonadas o retenidas",
    role: "cambios de rol",
    report: "informe semanal",
  },
  stopTitle: "¿No recibir más mensajes como ese?",
  stopAbout: "Seguirá recibiendo mensajes sobre otros asuntos.",
  stop: "Darse de baja",
  stoppedTitle: "Ya no recibirá mensajes como ese",
  stoppedAbout:
    "Si llega alguno más, use el enlace que contiene, o elija en la consola, en «Notifications».",
  incompleteTitle: "Este enlace está incompleto",
  incompleteAbout: "Copie el enlace entero del mensaje, o elija en la consola, en «Notifications».",
};
