import { grammarOf, isolated } from "../../../core/messages.ts";
import type { CountMessages } from "./en.ts";

const { number, signed, plural } = grammarOf("es");

export const es: CountMessages = {
  title: "Contar",
  allCounters: "Todos los contadores",
  state: "Estado",
  countByTap: "Contar con un toque",
  countUp: "Más",
  countDown: "Menos",
  adds: (step) => `Suma ${number(step)}`,
  subtracts: (step) => `Resta ${number(step)}`,
  signIn: "Entrar",
  startPage: "Ir al inicio",

  goal: (goal) => `Meta ${number(goal)}`,
  goalReached: (goal) => `Meta ${number(goal)} alcanzada`,
  goalShare: (percent, goal) => `${number(percent)}\u00a0% de ${number(goal)}`,
  level: (level) => number(level),
  levelOf: (level, capacity) => `${number(level)} de ${number(capacity)}`,
  levelFull: (level, capacity) => `${number(level)} de ${number(capacity)} · lleno`,

  fill: "Aforo",
  stop: "ALTO",
  almostFull: "Casi lleno",
  isFull: (name) => `${isolated(name)}: lleno`,
  room: (left) => `sitio para ${number(left)}`,
  holdToCount: "Mantén pulsado + para contar igualmente",
  knownJustNow: "Hace menos de un minuto",
  knownMinutes: (minutes) => `Hace ${number(minutes)} min`,
  knownHours: (hours) => `Hace ${number(hours)} h`,

  settings: "Ajustes",
  settingsTitle: "Este dispositivo",
  shift: "Mis toques",
  since: (time) => `desde ${time}`,
  shiftReset: "Empezar de cero",
  multiples: "Mostrar ×5 y ×10",
  times: (times) => `×${number(times)}`,
  tapsAtOnce: "Varios a la vez",
  leftHanded: "Para la mano izquierda",
  sound: "Sonido",
  highContrast: "Alto contraste",
  theme: "Aspecto",
  themes: { system: "Como el dispositivo", light: "Claro", dark: "Oscuro" },
  keys: "Teclas y pulsadores",
  keysHint: "Elige qué hace una tecla y púlsala. Escape la borra.",
  learnKey: "Elegir una tecla",
  pressKey: "Pulsa la tecla…",
  spaceBar: "Espacio",
  keyUp: (name) => `+ ${isolated(name)}`,
  keyDown: (name) => `− ${isolated(name)}`,
  language: "Idioma",

  today: "Hoy",
  todayUnknown: "No se sabe ahora mismo",
  todaySums: (ups, downs) => `Entradas ${number(ups)} · Salidas ${number(downs)}`,
  todayPeak: (peak, time) => `máximo ${number(peak)}, ${time}`,

  undo: "Deshacer",
  undoDelta: (delta) => `Deshacer ${signed(delta)}`,
  nothingToUndo: "Nada que deshacer",

  spokenWaiting: (count, waiting) => `${count}, ${number(waiting)} por enviar`,
  spokenGoal: (count, goal) => `${number(count)} de ${number(goal)}`,

  screenMayTurnOff: "La pantalla puede apagarse sola.",

  tapNotStored: "No se pudo guardar el toque. No cuenta.",
  undoNotStored: "No se pudo deshacer. El toque cuenta.",
  decisionNotStored: "No se pudo guardar. No ha cambiado nada.",

  gateClosed: "Este enlace ya no vale. Pide uno nuevo.",
  linkNeeded: "Abre el enlace otra vez. Si ya no vale, pide uno nuevo.",
  gateEnded: "Aquí ya no se cuenta.",
  noLongerMember: "Ya no puedes contar aquí.",
  locked: "Bloqueado. Nadie cuenta hasta que se desbloquee.",

  amount: (taps, undos) => {
    const touched = { one: "1 toque", many: `${number(taps)} de toques` };
    const undone = { one: "1 anulación", many: `${number(undos)} de anulaciones` };
    const texts = [
      taps > 0 && plural(taps, { ...touched, other: `${number(taps)} toques` }),
      undos > 0 && plural(undos, { ...undone, other: `${number(undos)} anulaciones` }),
    ];
    return texts.filter(Boolean).join(" y ");
  },

  allSent: "Todo enviado",
  allOthersSent: "Todo lo demás enviado",
  sendingNow: "Enviando…",
  sending: (amount) => `Enviando ${amount}…`,
  busy: (amount) => `Servicio saturado · ${amount} por enviar`,
  checking: (amount) => `Comprobando ${amount} · hasta un minuto`,
  offline: "Sin conexión · sigue contando",
  offlineKept: (amount) => `Sin conexión · ${amount} en este dispositivo`,
  notSignedIn: "Sin sesión · todo queda en este dispositivo",
  notSignedInKept: (amount) => `Sin sesión · ${amount} en este dispositivo`,

  noStorageTitle: "No se puede contar en esta ventana",
  noStorage:
    "Aquí no se puede guardar nada y podrían perderse toques. " +
    "Abre la página en una ventana normal, no privada.",
  noConnectionTitle: "Sin conexión",
  noConnection: "La página lo sigue intentando sola.",
  firstTimeOffline: "La primera vez la página necesita red. Lo sigue intentando sola.",
  noSuchCounterTitle: "Este contador no existe",
  noSuchCounter: "No eres de la organización de este contador.",
  closedTitle: "Este enlace ya no vale",
  linkNeededTitle: "Este dispositivo ya no tiene el enlace",
  closed: "Se anuló o ha caducado. Pide uno nuevo.",
  signInTitle: "Entra para contar",
  signInToCount: "Aquí solo cuentan los miembros. Sin cuenta, abre un enlace.",

  keptTaps: "Toques sin contar",
  keptUndos: "Toques y anulaciones sin aceptar",
  keptLead: "Se quedan en este dispositivo hasta que se envíen o se descarten.",
  notCounted: (amount) => `${amount} sin contar`,
  notAccepted: (amount) => `${amount} sin aceptar`,
  waitingForSignIn: (amount) => `${amount} a la espera de una sesión`,
  decide: "Decidir",
  show: "Ver",
  add: "Añadir",
  tryAgain: "Reintentar",
  download: "Descargar CSV",
  close: "Cerrar",
  amountUp: (amount) => `${amount} para sumar`,
  amountDown: (amount) => `${amount} para restar`,
  amountOfUps: (amount) => `${amount} en +`,
  amountOfDowns: (amount) => `${amount} en −`,
  discard: "Descartar",
  discardAmount: (amount) => `Descartar ${amount}`,
  reallyDiscard: (amount) => `¿Descartar ${amount} de verdad?`,
  typeToDiscard: (count) =>
    "Quizá alguien los necesite, y nadie puede recuperarlos. " +
    `Para descartarlos, escribe cuántos son: ${count}`,

  reasons: {
    locked: "El contador estaba bloqueado.",
    full: "Estaba lleno, y no se mantuvo pulsado +.",
    against_mode: "El contador no cuenta en esa dirección.",
    out_of_range: "El número habría sido demasiado grande o pequeño.",
    after_end: "Aquí ya no se contaba.",
    key_reused: "El servicio conoce otro toque con el mismo número.",
    unclear: "Quizá ya se contaron. Si los envías otra vez, podrían contar doble.",
    invalid: "El servicio no pudo leerlos.",
    expired: "Llegaron con más de 29 días de retraso. Ya no se sabe si se contaron.",
  },
  unknownReason: "El servicio los rechazó.",
  unclearUndos: "Quizá ya están deshechos. Puedes enviarlos otra vez.",
  blocks: {
    signed_out: "Esperan a que vuelva a entrar la misma persona.",
    link_needed: "Este dispositivo ya no tiene el enlace. Ábrelo otra vez y se enviarán.",
    revoked: "El enlace con el que se contó está anulado.",
    ended: "Llegaron demasiado tiempo después del final.",
    forbidden: "La persona ya no puede contar aquí.",
  },
  deciders: {
    own: "",
    another: " Son de otra persona, que decide cuando entre.",
    unknown: " Decide quien los hizo, cuando entre.",
  },
};
