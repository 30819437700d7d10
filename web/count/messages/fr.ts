import { grammarOf, isolated } from "../../../core/messages.ts";
import type { CountMessages } from "./en.ts";

const { number, signed, plural } = grammarOf("fr");

export const fr: CountMessages = {
  title: "Compter",
  allCounters: "Tous les compteurs",
  state: "État",
  countByTap: "Compter d’un appui",
  countUp: "Plus",
  countDown: "Moins",
  adds: (step) => `Ajoute ${number(step)}`,
  subtracts: (step) => `Retire ${number(step)}`,
  signIn: "Se connecter",
  startPage: "Aller à l’accueil",

  goal: (goal) => `Objectif ${number(goal)}`,
  goalReached: (goal) => `Objectif ${number(goal)} atteint`,
  goalShare: (percent, goal) => `${number(percent)}\u00a0% de ${number(goal)}`,
  level: (level) => number(level),
  levelOf: (level, capacity) => `${number(level)} sur ${number(capacity)}`,
  levelFull: (level, capacity) => `${number(level)} sur ${number(capacity)} · complet`,

  fill: "Places",
  stop: "STOP",
  almostFull: "Presque complet",
  isFull: (name) => `${isolated(name)}\u00a0: complet`,
  room: (left) =>
    `encore ${number(left)} ${plural(left, { one: "place", many: "de places", other: "places" })}`,
  holdToCount: "Maintenez + pour compter quand même",
  knownJustNow: "Vu il y a moins d’une minute",
  knownMinutes: (minutes) => `Vu il y a ${number(minutes)} min`,
  knownHours: (hours) => `Vu il y a ${number(hours)} h`,

  settings: "Réglages",
  settingsTitle: "Cet appareil",
  shift: "Mes appuis",
  since: (time) => `depuis ${time}`,
  shiftReset: "Repartir de zéro",
  multiples: "Afficher ×5 et ×10",
  times: (times) => `×${number(times)}`,
  tapsAtOnce: "Plusieurs à la fois",
  leftHanded: "Pour la main gauche",
  sound: "Son",
  highContrast: "Contraste fort",
  theme: "Apparence",
  themes: { system: "Comme l’appareil", light: "Clair", dark: "Sombre" },
  keys: "Touches et boutons",
  keysHint: "Choisissez ce que fait une touche, puis appuyez dessus. Échap l’efface.",
  learnKey: "Choisir une touche",
  pressKey: "Appuyez sur la touche…",
  spaceBar: "Espace",
  keyUp: (name) => `+ ${isolated(name)}`,
  keyDown: (name) => `− ${isolated(name)}`,
  language: "Langue",

  today: "Aujourd’hui",
  todayUnknown: "Pas connu pour l’instant",
  todaySums: (ups, downs) => `Entrées ${number(ups)} · Sorties ${number(downs)}`,
  todayPeak: (peak, time) => `pic ${number(peak)} à ${time}`,

  undo: "Annuler",
  undoDelta: (delta) => `Annuler ${signed(delta)}`,
  nothingToUndo: "Rien à annuler",

  spokenWaiting: (count, waiting) => `${count}, ${number(waiting)} en attente`,
  spokenGoal: (count, goal) => `${number(count)} sur ${number(goal)}`,

  screenMayTurnOff: "L’écran peut s’éteindre tout seul.",

  tapNotStored: "L’appui n’a pas pu être enregistré. Il ne compte pas.",
  undoNotStored: "L’annulation n’a pas pu être enregistrée. L’appui compte.",
  decisionNotStored: "Cela n’a pas pu être enregistré. Rien n’a changé.",

  gateClosed: "Ce lien n’est plus valable. Demandez-en un autre.",
  linkNeeded: "Ouvrez le lien encore une fois. S’il n’est plus valable, demandez-en un autre.",
  gateEnded: "Ici, on ne compte plus.",
  noLongerMember: "Vous ne pouvez plus compter ici.",
  locked: "Verrouillé. On ne compte plus jusqu’au déverrouillage.",

  amount: (taps, undos) => {
    const pressed = { one: `${number(taps)} appui`, many: `${number(taps)} d’appuis` };
    const undone = { one: `${number(undos)} annulation`, many: `${number(undos)} d’annulations` };
    const texts = [
      taps > 0 && plural(taps, { ...pressed, other: `${number(taps)} appuis` }),
      undos > 0 && plural(undos, { ...undone, other: `${number(undos)} annulations` }),
    ];
    return texts.filter(Boolean).join(" et ");
  },

  allSent: "Tout est envoyé",
  allOthersSent: "Tout le reste est envoyé",
  sendingNow: "Envoi…",
  sending: (amount) => `Envoi\u00a0: ${amount}…`,
  busy: (amount) => `Service surchargé · ${amount} en attente`,
  checking: (amount) => `Vérification\u00a0: ${amount} · une minute au plus`,
  offline: "Hors ligne · continuez à compter",
  offlineKept: (amount) => `Hors ligne · ${amount} sur cet appareil`,
  notSignedIn: "Session fermée · tout reste sur cet appareil",
  notSignedInKept: (amount) => `Session fermée · ${amount} sur cet appareil`,

  noStorageTitle: "Impossible de compter dans cette fenêtre",
  noStorage:
    "Rien ne peut y être enregistré, et des appuis pourraient se perdre. " +
    "Ouvrez la page dans une fenêtre normale, pas en navigation privée.",
  noConnectionTitle: "Pas de connexion",
  noConnection: "La page réessaie toute seule.",
  firstTimeOffline: "La première fois, la page a besoin du réseau. Elle réessaie toute seule.",
  noSuchCounterTitle: "Ce compteur n’existe pas",
  noSuchCounter: "Vous ne faites pas partie de l’organisation de ce compteur.",
  closedTitle: "Ce lien n’est plus valable",
  linkNeededTitle: "Cet appareil n’a plus le lien",
  closed: "Il a été retiré ou a expiré. Demandez-en un autre.",
  signInTitle: "Connectez-vous pour compter",
  signInToCount: "Seuls les membres comptent ici. Sans compte, ouvrez un lien.",

  keptTaps: "Appuis non comptés",
  keptUndos: "Appuis et annulations non acceptés",
  keptLead: "Ils restent sur cet appareil tant qu’ils ne sont ni envoyés ni supprimés.",
  notCounted: (amount) => `${amount}\u00a0: non compté`,
  notAccepted: (amount) => `${amount}\u00a0: non accepté`,
  waitingForSignIn: (amount) => `${amount} en attente d’une connexion`,
  decide: "Décider",
  show: "Voir",
  add: "Ajouter",
  tryAgain: "Réessayer",
  download: "Télécharger en CSV",
  close: "Fermer",
  amountUp: (amount) => `${amount} pour ajouter`,
  amountDown: (amount) => `${amount} pour retirer`,
  amountOfUps: (amount) => `${amount} sur +`,
  amountOfDowns: (amount) => `${amount} sur −`,
  discard: "Supprimer",
  discardAmount: (amount) => `Supprimer ${amount}`,
  reallyDiscard: (amount) => `Supprimer ${amount} pour de bon\u00a0?`,
  typeToDiscard: (count) =>
    "Quelqu’un en a peut-être encore besoin, et rien ne les ramènera. " +
    `Pour les supprimer, tapez combien il y en a\u00a0: ${count}`,

  reasons: {
    locked: "Le compteur était verrouillé.",
    full: "C’était complet, et + n’a pas été maintenu.",
    against_mode: "Le compteur ne compte pas dans ce sens.",
    out_of_range: "Le nombre serait devenu trop grand ou trop petit.",
    after_end: "Ici, on ne comptait déjà plus.",
    key_reused: "Le service connaît un autre appui sous le même numéro.",
    unclear: "Ils sont peut-être déjà comptés. Renvoyés, ils pourraient compter deux fois.",
    invalid: "Le service n’a pas pu les lire.",
    expired:
      "Ils sont arrivés avec plus de 29 jours de retard. On ne sait plus s’ils ont été comptés.",
  },
  unknownReason: "Le service les a refusés.",
  unclearUndos: "C’est peut-être déjà annulé. Vous pouvez les renvoyer.",
  blocks: {
    signed_out: "Ils attendent que la même personne se reconnecte.",
    link_needed: "Cet appareil n’a plus le lien. Ouvrez-le encore une fois : ils seront envoyés.",
    revoked: "Le lien qui a servi à compter a été retiré.",
    ended: "Ils sont arrivés trop longtemps après la fin.",
    forbidden: "La personne ne peut plus compter ici.",
  },
  deciders: {
    own: "",
    another: " Ils sont d’une autre personne, qui décidera une fois connectée.",
    unknown: " Leur auteur décidera une fois connecté.",
  },
};
