import { grammarOf, isolated } from "../../../core/messages.ts";
import type { CountMessages } from "./en.ts";

const { number, signed, plural } = grammarOf("de");

export const de: CountMessages = {
  title: "Zählen",
  allCounters: "Alle Zähler",
  state: "Zustand",
  countByTap: "Mit einem Klick zählen",
  countUp: "Plus",
  countDown: "Minus",
  adds: (step) => `Zählt ${number(step)} dazu`,
  subtracts: (step) => `Zieht ${number(step)} ab`,
  signIn: "Anmelden",
  startPage: "Zur Startseite",

  goal: (goal) => `Ziel ${number(goal)}`,
  goalReached: (goal) => `Ziel ${number(goal)} erreicht`,
  goalShare: (percent, goal) => `${number(percent)}\u00a0% von ${number(goal)}`,
  level: (level) => number(level),
  levelOf: (level, capacity) => `${number(level)} von ${number(capacity)}`,
  levelFull: (level, capacity) => `${number(level)} von ${number(capacity)} · voll`,

  fill: "Platz",
  stop: "STOPP",
  almostFull: "Fast voll",
  isFull: (name) => `${isolated(name)} ist voll`,
  room: (left) => plural(left, { one: "noch 1 Platz", other: `noch ${number(left)} Plätze` }),
  holdToCount: "Trotzdem zählen: + gedrückt halten",
  knownJustNow: "Stand von eben",
  knownMinutes: (minutes) => `Stand von vor ${number(minutes)} Min.`,
  knownHours: (hours) => `Stand von vor ${number(hours)} Std.`,

  settings: "Einstellungen",
  settingsTitle: "Dieses Gerät",
  shift: "Meine Klicks",
  since: (time) => `seit ${time}`,
  shiftReset: "Neu beginnen",
  multiples: "×5 und ×10 zeigen",
  times: (times) => `×${number(times)}`,
  tapsAtOnce: "Mehrere auf einmal",
  leftHanded: "Für die linke Hand",
  sound: "Ton",
  highContrast: "Hoher Kontrast",
  theme: "Aussehen",
  themes: { system: "Wie das Gerät", light: "Hell", dark: "Dunkel" },
  keys: "Tasten und Klicker",
  keysHint: "Wähle, was eine Taste tut, und drück sie dann. Escape löscht sie.",
  learnKey: "Taste wählen",
  pressKey: "Taste drücken …",
  spaceBar: "Leertaste",
  keyUp: (name) => `+ ${isolated(name)}`,
  keyDown: (name) => `− ${isolated(name)}`,
  language: "Sprache",

  today: "Heute",
  todayUnknown: "Gerade nicht bekannt",
  todaySums: (ups, downs) => `${number(ups)} rein · ${number(downs)} raus`,
  todayPeak: (peak, time) => `Höchststand ${number(peak)} um ${time}`,

  undo: "Zurück",
  undoDelta: (delta) => `${signed(delta)} zurück`,
  nothingToUndo: "Nichts rückgängig zu machen",

  spokenWaiting: (count, waiting) => `${count}, ${number(waiting)} noch zu senden`,
  spokenGoal: (count, goal) => `${number(count)} von ${number(goal)}`,

  screenMayTurnOff: "Das Display kann von selbst ausgehen.",

  tapNotStored: "Der Klick ließ sich nicht speichern. Er zählt nicht.",
  undoNotStored: "Das Zurücknehmen ließ sich nicht speichern. Der Klick zählt.",
  decisionNotStored: "Das ließ sich nicht speichern. Es hat sich nichts geändert.",

  gateClosed: "Dieser Link gilt nicht mehr. Lass dir einen neuen geben.",
  linkNeeded: "Öffne den Link noch einmal. Gilt er nicht mehr, lass dir einen neuen geben.",
  gateEnded: "Hier wird nicht mehr gezählt.",
  noLongerMember: "Du kannst hier nicht mehr zählen.",
  locked: "Gesperrt. Bis zum Entsperren zählt niemand.",

  amount: (taps, undos) => {
    const clicks = plural(taps, { one: "1 Klick", other: `${number(taps)} Klicks` });
    const back = plural(undos, { one: "1 Rücknahme", other: `${number(undos)} Rücknahmen` });
    return [taps > 0 && clicks, undos > 0 && back].filter(Boolean).join(" und ");
  },

  allSent: "Alles gesendet",
  allOthersSent: "Alles andere gesendet",
  sendingNow: "Sendet …",
  sending: (amount) => `Sendet ${amount} …`,
  busy: (amount) => `Dienst ausgelastet · ${amount} noch zu senden`,
  checking: (amount) => `Prüft ${amount} · dauert bis zu einer Minute`,
  offline: "Kein Netz · zähl einfach weiter",
  offlineKept: (amount) => `Kein Netz · ${amount} hier gespeichert`,
  notSignedIn: "Nicht angemeldet · alles bleibt gespeichert",
  notSignedInKept: (amount) => `Nicht angemeldet · ${amount} hier gespeichert`,

  noStorageTitle: "In diesem Fenster kannst du nicht zählen",
  noStorage:
    "Hier lässt sich nichts speichern, und Klicks könnten verloren gehen. " +
    "Öffne die Seite in einem normalen Fenster, nicht in einem privaten.",
  noConnectionTitle: "Keine Verbindung",
  noConnection: "Die Seite versucht es von selbst weiter.",
  firstTimeOffline: "Beim ersten Mal braucht die Seite Netz. Sie versucht es von selbst weiter.",
  noSuchCounterTitle: "Diesen Zähler gibt es nicht",
  noSuchCounter: "Du gehörst nicht zu der Organisation dieses Zählers.",
  closedTitle: "Dieser Link gilt nicht mehr",
  linkNeededTitle: "Der Link fehlt auf diesem Gerät",
  closed: "Er ist gesperrt oder abgelaufen. Lass dir einen neuen geben.",
  signInTitle: "Zum Zählen anmelden",
  signInToCount: "Hier zählen nur Mitglieder. Ohne Konto brauchst du einen Link.",

  keptTaps: "Nicht gezählte Klicks",
  keptUndos: "Nicht angenommene Klicks und Rücknahmen",
  keptLead: "Sie bleiben auf diesem Gerät, bis sie gesendet oder verworfen sind.",
  notCounted: (amount) => `${amount} nicht gezählt`,
  notAccepted: (amount) => `${amount} nicht angenommen`,
  waitingForSignIn: (amount) => `${amount} bis zur Anmeldung gespeichert`,
  decide: "Entscheiden",
  show: "Zeigen",
  add: "Nachtragen",
  tryAgain: "Noch einmal",
  download: "Als CSV speichern",
  close: "Schließen",
  amountUp: (amount) => `${amount} plus`,
  amountDown: (amount) => `${amount} minus`,
  amountOfUps: (amount) => `${amount} auf +`,
  amountOfDowns: (amount) => `${amount} auf −`,
  discard: "Verwerfen",
  discardAmount: (amount) => `${amount} verwerfen`,
  reallyDiscard: (amount) => `${amount} wirklich verwerfen?`,
  typeToDiscard: (count) =>
    "Vielleicht braucht sie noch jemand, und zurückholen kann sie niemand. " +
    `Zum Verwerfen tipp ein, wie viele es sind: ${count}`,

  reasons: {
    locked: "Der Zähler war gesperrt.",
    full: "Es war voll, und + wurde nicht gedrückt gehalten.",
    against_mode: "Der Zähler zählt nicht in diese Richtung.",
    out_of_range: "Die Zahl wäre zu groß oder zu klein geworden.",
    after_end: "Da wurde hier nicht mehr gezählt.",
    key_reused: "Der Dienst kennt unter derselben Nummer einen anderen Klick.",
    unclear:
      "Vielleicht sind sie schon gezählt. Sendest du sie noch einmal, zählen sie womöglich doppelt.",
    invalid: "Der Dienst konnte sie nicht lesen.",
    expired: "Sie kamen mehr als 29 Tage zu spät. Ob sie gezählt wurden, weiß niemand mehr.",
  },
  unknownReason: "Der Dienst hat sie abgelehnt.",
  unclearUndos: "Vielleicht sind sie schon zurückgenommen. Du kannst sie noch einmal senden.",
  blocks: {
    signed_out: "Sie warten, bis sich dieselbe Person wieder anmeldet.",
    link_needed:
      "Dieses Gerät hat den Link nicht mehr. Öffne ihn noch einmal, dann werden sie gesendet.",
    revoked: "Der Link, mit dem gezählt wurde, ist gesperrt.",
    ended: "Sie kamen zu lange nach dem Ende an.",
    forbidden: "Die Person darf hier nicht mehr zählen.",
  },
  deciders: {
    own: "",
    another: " Sie sind von einer anderen Person, die sich zum Entscheiden anmeldet.",
    unknown: " Entscheiden kann nach der Anmeldung, wer sie gemacht hat.",
  },
};
