import { grammarOf, isolated } from "../../messages.ts";
import type { MailMessages } from "./en.ts";

const { number, plural } = grammarOf("es");

export const es: MailMessages = {
  hasFired: (alert, place) => `${isolated(alert)}: ${isolated(place)}`,
  isArmedAgain: (alert, place) => `Activa de nuevo: ${isolated(alert)}, ${isolated(place)}`,
  alerts: (count) =>
    plural(count, {
      one: `${number(count)} alerta`,
      many: `${number(count)} de alertas`,
      other: `${number(count)} alertas`,
    }),
  reached: (level, threshold, time) =>
    `${time}: ${number(level)}. La alerta se dispara con ${number(threshold)}.`,
  timesFired: (times) =>
    plural(times, {
      one: "Se ha disparado una vez.",
      many: `Se ha disparado ${number(times)} de veces.`,
      other: `Se ha disparado ${number(times)} veces.`,
    }),
  armedSince: (time) => `Activa de nuevo desde: ${time}.`,
  notices: (count) => `${number(count)} avisos`,
  isFailing: (endpoint, duration) => `Falla desde hace ${duration}: ${isolated(endpoint)}`,
  failingSince: (time) => `Ninguna entrega ha llegado desde: ${time}.`,
  timesFailed: (times) => `Fallos: ${number(times)}.`,
  works: (endpoint) => `Vuelve a funcionar: ${isolated(endpoint)}`,
  failedFrom: (since, time) => `Falló desde ${since} hasta ${time}.`,
  unfinished: (count) =>
    `Entregas en espera, retenidas o fallidas: ${count}. La página permite reenviarlas.`,
  givenUp: (endpoint) => `Entregas abandonadas: ${isolated(endpoint)}`,
  failed: (count) => `Fallidas definitivamente: ${count}. La página permite reenviarlas.`,
  heldBack: (endpoint) => `Entregas retenidas: ${isolated(endpoint)}`,
  paused: (time, count) => `En pausa desde: ${time}. Retenidas: ${count}.`,
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
  whyChosen: (organization) =>
    `Recibe este mensaje porque así lo eligió para ${isolated(organization)}.`,
  choose: "Elegir sus notificaciones",
  unsubscribe: "No recibir más mensajes como este",
  stopTitle: "¿No recibir más mensajes como ese?",
  stopAbout: "Seguirá recibiendo mensajes sobre otros asuntos.",
  stop: "Darse de baja",
  stoppedTitle: "Ya no recibirá mensajes como ese",
  stoppedAbout:
    "Si llega alguno más, use el enlace que contiene, o elija en la consola, en «Notifications».",
};
