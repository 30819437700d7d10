import { grammarOf, isolated } from "../../../core/messages.ts";
import type { CountMessages } from "./en.ts";

const { number, signed, plural } = grammarOf("nl");

export const nl: CountMessages = {
  title: "Tellen",
  allCounters: "Alle tellers",
  state: "Status",
  countByTap: "Tellen met één tik",
  countUp: "Plus",
  countDown: "Min",
  adds: (step) => `Telt er ${number(step)} bij`,
  subtracts: (step) => `Trekt er ${number(step)} af`,
  signIn: "Inloggen",
  startPage: "Naar de startpagina",

  goal: (goal) => `Doel ${number(goal)}`,
  goalReached: (goal) => `Doel ${number(goal)} bereikt`,
  goalShare: (percent, goal) => `${number(percent)}% van ${number(goal)}`,
  level: (level) => number(level),
  levelOf: (level, capacity) => `${number(level)} van ${number(capacity)}`,
  levelFull: (level, capacity) => `${number(level)} van ${number(capacity)} · vol`,

  fill: "Ruimte",
  stop: "STOP",
  almostFull: "Bijna vol",
  isFull: (name) => `${isolated(name)} is vol`,
  room: (left) => `nog plaats voor ${number(left)}`,
  holdToCount: "Houd + ingedrukt om toch te tellen",
  knownJustNow: "Stand van net",
  knownMinutes: (minutes) => `Stand van ${number(minutes)} min geleden`,
  knownHours: (hours) => `Stand van ${number(hours)} uur geleden`,

  settings: "Instellingen",
  settingsTitle: "Dit toestel",
  shift: "Mijn tikken",
  since: (time) => `sinds ${time}`,
  shiftReset: "Opnieuw beginnen",
  multiples: "×5 en ×10 tonen",
  times: (times) => `×${number(times)}`,
  tapsAtOnce: "Meer tegelijk",
  leftHanded: "Voor de linkerhand",
  sound: "Geluid",
  highContrast: "Hoog contrast",
  theme: "Weergave",
  themes: { system: "Zoals het toestel", light: "Licht", dark: "Donker" },
  keys: "Toetsen en klikkers",
  keysHint: "Kies wat een toets doet en druk er dan op. Escape wist hem.",
  learnKey: "Toets kiezen",
  pressKey: "Druk op de toets…",
  spaceBar: "Spatie",
  keyUp: (name) => `+ ${isolated(name)}`,
  keyDown: (name) => `− ${isolated(name)}`,
  language: "Taal",

  today: "Vandaag",
  todayUnknown: "Nu even niet bekend",
  todaySums: (ups, downs) => `${number(ups)} in · ${number(downs)} uit`,
  todayPeak: (peak, time) => `piek ${number(peak)} om ${time}`,

  undo: "Terug",
  undoDelta: (delta) => `${signed(delta)} terug`,
  nothingToUndo: "Niets terug te draaien",

  spokenWaiting: (count, waiting) => `${count}, ${number(waiting)} nog te versturen`,
  spokenGoal: (count, goal) => `${number(count)} van ${number(goal)}`,

  screenMayTurnOff: "Het scherm kan vanzelf uitgaan.",

  tapNotStored: "De tik kon niet worden bewaard. Hij telt niet.",
  undoNotStored: "Terugdraaien kon niet worden bewaard. De tik telt.",
  decisionNotStored: "Dat kon niet worden bewaard. Er is niets veranderd.",

  gateClosed: "Deze link werkt niet meer. Vraag een nieuwe.",
  linkNeeded: "Open de link nog een keer. Werkt hij niet meer, vraag dan een nieuwe.",
  gateEnded: "Hier wordt niet meer geteld.",
  noLongerMember: "Je kunt hier niet meer tellen.",
  locked: "Vergrendeld. Niemand kan tellen tot dat is opgeheven.",

  amount: (taps, undos) => {
    const ticks = plural(taps, { one: "1 tik", other: `${number(taps)} tikken` });
    const back = plural(undos, { one: "1 correctie", other: `${number(undos)} correcties` });
    return [taps > 0 && ticks, undos > 0 && back].filter(Boolean).join(" en ");
  },

  allSent: "Alles verstuurd",
  allOthersSent: "De rest is verstuurd",
  sendingNow: "Versturen…",
  sending: (amount) => `Versturen: ${amount}…`,
  busy: (amount) => `Dienst overbelast · ${amount} nog te versturen`,
  checking: (amount) => `Controleren: ${amount} · hooguit een minuut`,
  offline: "Geen netwerk · tel gewoon door",
  offlineKept: (amount) => `Geen netwerk · ${amount} hier bewaard`,
  notSignedIn: "Niet ingelogd · alles blijft bewaard",
  notSignedInKept: (amount) => `Niet ingelogd · ${amount} hier bewaard`,

  noStorageTitle: "In dit venster kun je niet tellen",
  noStorage:
    "Hier kan niets worden bewaard en tikken kunnen verloren gaan. " +
    "Open de pagina in een gewoon venster, niet in een privévenster.",
  noConnectionTitle: "Geen verbinding",
  noConnection: "De pagina probeert het vanzelf opnieuw.",
  firstTimeOffline:
    "De eerste keer heeft de pagina netwerk nodig. Ze probeert het vanzelf opnieuw.",
  noSuchCounterTitle: "Deze teller bestaat niet",
  noSuchCounter: "Je hoort niet bij de organisatie van deze teller.",
  closedTitle: "Deze link werkt niet meer",
  linkNeededTitle: "Dit apparaat heeft de link niet meer",
  closed: "Hij is ingetrokken of verlopen. Vraag een nieuwe.",
  signInTitle: "Log in om te tellen",
  signInToCount: "Hier tellen alleen leden. Zonder account open je een link.",

  keptTaps: "Tikken die niet geteld zijn",
  keptUndos: "Tikken en correcties die niet zijn aangenomen",
  keptLead: "Ze blijven op dit toestel tot ze verstuurd of weggegooid zijn.",
  notCounted: (amount) => `${amount} niet geteld`,
  notAccepted: (amount) => `${amount} niet aangenomen`,
  waitingForSignIn: (amount) => `${amount} bewaard tot iemand inlogt`,
  decide: "Kiezen",
  show: "Tonen",
  add: "Toevoegen",
  tryAgain: "Opnieuw",
  download: "Als CSV bewaren",
  close: "Sluiten",
  amountUp: (amount) => `${amount} erbij`,
  amountDown: (amount) => `${amount} eraf`,
  amountOfUps: (amount) => `${amount} op +`,
  amountOfDowns: (amount) => `${amount} op −`,
  discard: "Weggooien",
  discardAmount: (amount) => `${amount} weggooien`,
  reallyDiscard: (amount) => `${amount} echt weggooien?`,
  typeToDiscard: (count) =>
    "Misschien heeft iemand ze nog nodig, en niemand haalt ze terug. " +
    `Typ om ze weg te gooien hoeveel het er zijn: ${count}`,

  reasons: {
    locked: "De teller was vergrendeld.",
    full: "Het was vol, en + werd niet ingedrukt gehouden.",
    against_mode: "De teller telt niet in die richting.",
    out_of_range: "Het getal zou te groot of te klein worden.",
    after_end: "Hier werd toen niet meer geteld.",
    key_reused: "De dienst kent een andere tik met hetzelfde nummer.",
    unclear: "Misschien zijn ze al geteld. Verstuur je ze opnieuw, dan tellen ze misschien dubbel.",
    invalid: "De dienst kon ze niet lezen.",
    expired: "Ze kwamen meer dan 29 dagen te laat. Niemand weet nog of ze geteld zijn.",
  },
  unknownReason: "De dienst heeft ze geweigerd.",
  unclearUndos: "Misschien zijn ze al teruggedraaid. Je kunt ze opnieuw versturen.",
  blocks: {
    signed_out: "Ze wachten tot dezelfde persoon weer inlogt.",
    link_needed:
      "Dit apparaat heeft de link niet meer. Open hem nog een keer, dan worden ze verzonden.",
    revoked: "De link waarmee geteld is, is ingetrokken.",
    ended: "Ze kwamen te lang na het einde aan.",
    forbidden: "Deze persoon mag hier niet meer tellen.",
  },
  deciders: {
    own: "",
    another: " Ze zijn van iemand anders, die na het inloggen kiest.",
    unknown: " Wie ze gemaakt heeft, kiest na het inloggen.",
  },
};
