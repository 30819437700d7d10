import { grammarOf, isolated } from "../../../core/messages.ts";
import type { StartMessages } from "./en.ts";

const { number } = grammarOf("de");

export const de: StartMessages = {
  loading: "Lädt …",
  wrong: "Da ist etwas schiefgegangen. Lade die Seite neu.",
  unreachable: "Der Dienst ist gerade nicht erreichbar. Die Seite versucht es von selbst weiter.",
  noConnection: "Keine Verbindung",
  tryAgain: "Noch einmal",
  startPage: "Zur Startseite",
  language: "Sprache",
  stillLoading: "Lädt noch: Die Verbindung ist langsam",
  notLoadedTitle: "Diese Seite ist noch nicht geladen",
  notLoaded: "Die Verbindung ist langsam, oder ein Teil der Seite fehlt.",
  needsScript: "Diese Seite braucht JavaScript.",
  tooOld: "Dieser Browser ist zu alt für diese Seite: Aktualisiere ihn, oder nimm einen anderen.",
  missingTitle: "Diese Seite gibt es nicht",
  missing: "Vielleicht ist die Adresse vertippt, oder die Seite wurde gelöscht.",

  welcomeTitle: "Zählen am Eingang.",
  welcome:
    "Ein Klick für jeden, der kommt oder geht. Auch ohne Netz, und kein Klick geht verloren.",
  signIn: "Anmelden",
  example: "Beispiel",
  gateHint: "Hast du einen Link zum Zählen bekommen? Öffne ihn auf deinem Handy, ganz ohne Konto.",
  pasteLink: "Link zum Zählen einfügen",
  gateLink: "Link",
  openLink: "Öffnen",
  noGateLink: "Darin ist kein Link zum Zählen. Kopiere den ganzen Link.",
  scanCode: "QR-Code scannen",
  apart:
    "Diese App und dein Browser teilen sich weder Links noch Klicks. Wenn du schon im Browser gezählt hast, öffne diese Seite dort noch einmal: Was dort wartet, wird nur von dort gesendet.",
  signInBelow: "Gehörst du zu einer Organisation?",

  signedIn: "Angemeldet",
  signOut: "Abmelden",
  signOutEverywhere: "Überall abmelden",
  signOutFailed: "Das Abmelden hat nicht geklappt. Versuch es noch einmal.",
  tapsStay: "Was noch nicht gesendet ist, bleibt hier, bis sich dieselbe Person wieder anmeldet.",

  roles: { owner: "Inhaber", admin: "Admin", member: "Mitglied" },
  noOrganizationTitle: "Du bist noch in keiner Organisation.",
  noOrganization: "Lass dich von einem Inhaber oder Admin einladen.",
  organizations: "Organisationen",
  seeAll: "Alle Zähler",
  manage: "Verwalten",
  deletionUnfinished: (name) => `${isolated(name)} ist noch nicht ganz gelöscht.`,
  goOnDeleting: "Weiter löschen",

  counters: "Zähler",
  countersHere: "Zähler auf diesem Handy",
  find: "Zähler suchen",
  locked: "Gesperrt",
  outOfDate: "Offline: Diese Zahlen sind vielleicht veraltet.",
  readTooMuch: "Deine offenen Seiten fragen zu oft. In einer Minute geht es hier weiter.",
  noCounters: "Diese Organisation hat noch keine Zähler.",
  noMatch: "Kein Zähler gefunden.",
  firstOf: (shown, found) => `Die ersten ${number(shown)} von ${number(found)}.`,

  gatesHere: "Eingänge auf diesem Handy",
  whereToCount: "Wo zählst du?",
  gateIncompleteTitle: "Der Link ist nicht vollständig",
  gateIncomplete: "Ein Teil fehlt. Öffne den ganzen Link, oder lass dir einen neuen geben.",
  gateClosedTitle: "Dieser Link gilt nicht mehr",
  gateClosed: "Er ist gesperrt, abgelaufen oder unvollständig. Lass dir einen neuen geben.",
  gateEnded: "Hier wird nicht mehr gezählt.",
  namedGateEndedTitle: (name) => `Am Eingang ${isolated(name)} wird nicht mehr gezählt`,
  gateEndedText: "Mit diesem Link zählt niemand mehr. Lass dir einen neuen geben.",
  noResponseTitle: "Keine Antwort",
  noResponse: "Prüfe das Netz, oder warte eine Minute. Dann noch einmal.",

  invitation: "Einladung",
  invitedAs: {
    owner: "Du bist als Inhaber eingeladen.",
    admin: "Du bist als Admin eingeladen.",
    member: "Du bist als Mitglied eingeladen.",
  },
  role: "Rolle",
  invitedAddress: "Für",
  validUntil: "Gültig bis",
  signInToAccept: "Anmelden und annehmen",
  signInWith: (email) =>
    `Melde dich mit ${isolated(email)} an: Für diese Adresse ist die Einladung.`,
  noAddress: (email) =>
    `Das Konto, mit dem du angemeldet bist, hat keine E-Mail-Adresse; die Einladung ist für ${isolated(email)}. Melde dich ab und mit einem Konto an, das diese Adresse hat. Hat deines sie doch, dann bitte die Verwaltung eurer Anmeldung, sie an diesen Dienst weiterzugeben.`,
  otherAddress: (own, email) =>
    `Du bist als ${isolated(own)} angemeldet, die Einladung ist aber für ${isolated(email)}. Melde dich ab und mit dieser Adresse wieder an.`,
  accept: "Annehmen",
  acceptFailed: "Der Dienst ist gerade nicht erreichbar. Versuch es noch einmal.",
  acceptRefused: "Das hat nicht geklappt.",
  signedInAs: (name) => `Du bist als ${isolated(name)} angemeldet.`,
  invitationInvalidTitle: "Diese Einladung gilt nicht",
  invitationInvalid:
    "Sie ist benutzt, zurückgezogen oder älter als 7 Tage. Lass dir eine neue schicken.",

  tapsHere: "Noch auf diesem Gerät",
  tapsLine: ({ amount, name, ofAnother, fate }) => {
    const whose = ofAnother ? `${isolated(name)} (eine andere Person)` : isolated(name);
    const fates = {
      not_counted: "nicht gezählt",
      not_accepted: "nicht angenommen",
      to_send: "noch zu senden",
      until_sign_in: "gespeichert, bis sich dieselbe Person wieder anmeldet",
    };
    return `${whose}: ${amount}, ${fates[fate]}`;
  },
};
