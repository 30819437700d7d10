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
  show: "Ver la alerta",
  more: (count) =>
    plural(count, {
      one: "Otra alerta no ha cabido en este mensaje.",
      many: `Otros ${number(count)} de alertas no han cabido en este mensaje.`,
      other: `Otras ${number(count)} alertas no han cabido en este mensaje.`,
    }),
  held: (mails) =>
    `Ha recibido ${number(mails)} mensajes en una hora. Este dice lo que ha pasado desde entonces.`,
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
