import { grammarOf, isolated } from "../../../core/messages.ts";
import type { StartMessages } from "./en.ts";

const { number } = grammarOf("nl");

export const nl: StartMessages = {
  loading: "Laden…",
  wrong: "Er ging iets mis. Laad de pagina opnieuw.",
  unreachable: "De dienst is niet bereikbaar. De pagina probeert het vanzelf opnieuw.",
  noConnection: "Geen verbinding",
  tryAgain: "Opnieuw",
  startPage: "Naar de startpagina",
  language: "Taal",
  stillLoading: "Nog bezig met laden: de verbinding is traag",
  notLoadedTitle: "De pagina is nog niet geladen",
  notLoaded: "De verbinding is traag, of er ontbreekt een deel van de pagina.",
  needsScript: "Deze pagina heeft JavaScript nodig.",
  tooOld: "Deze browser is te oud voor deze pagina: werk hem bij of gebruik een andere.",
  missingTitle: "Deze pagina bestaat niet",
  missing: "Misschien is het adres verkeerd getypt, of de pagina is verwijderd.",

  welcomeTitle: "Tellen bij de deur.",
  welcome: "Eén tik voor wie komt of gaat. Ook zonder netwerk, en er gaat geen tik verloren.",
  signIn: "Inloggen",
  example: "Voorbeeld",
  gateHint: "Een link gekregen om te tellen? Open hem op je telefoon, zonder account.",
  pasteLink: "Een link om te tellen plakken",
  gateLink: "Link",
  openLink: "Openen",
  noGateLink: "Hier staat geen link om te tellen in. Kopieer de hele link.",
  scanCode: "QR-code scannen",
  apart:
    "Deze app en je browser delen geen links en geen tikken. Heb je al in de browser geteld? Open deze pagina daar dan nog een keer: wat daar wacht, wordt alleen van daaruit verstuurd.",
  signInBelow: "Hoor je bij een organisatie?",

  signedIn: "Ingelogd",
  signOut: "Uitloggen",
  signOutEverywhere: "Overal uitloggen",
  signOutFailed: "Uitloggen lukte niet. Probeer het opnieuw.",
  tapsStay: "Wat nog niet verstuurd is, blijft hier tot dezelfde persoon weer inlogt.",

  roles: { owner: "eigenaar", admin: "beheerder", member: "lid" },
  noOrganizationTitle: "Je zit nog niet in een organisatie.",
  noOrganization: "Vraag een eigenaar of beheerder om je uit te nodigen.",
  organizations: "Organisaties",
  seeAll: "Alle tellers",
  manage: "Beheren",
  deletionUnfinished: (name) => `${isolated(name)} is nog niet helemaal verwijderd.`,
  goOnDeleting: "Verder verwijderen",

  counters: "Tellers",
  countersHere: "Tellers op deze telefoon",
  find: "Teller zoeken",
  locked: "Vergrendeld",
  outOfDate: "Offline: deze cijfers zijn misschien verouderd.",
  readTooMuch: "Te veel open pagina’s. Over een minuut gaat het hier verder.",
  noCounters: "Deze organisatie heeft nog geen tellers.",
  noMatch: "Geen teller gevonden.",
  firstOf: (shown, found) => `De eerste ${number(shown)} van ${number(found)}.`,

  gatesHere: "Ingangen op deze telefoon",
  whereToCount: "Waar tel je?",
  gateIncompleteTitle: "De link is niet compleet",
  gateIncomplete: "Er ontbreekt een stuk. Open de hele link of vraag een nieuwe.",
  gateClosedTitle: "Deze link werkt niet meer",
  gateClosed: "Hij is ingetrokken, verlopen of niet compleet. Vraag een nieuwe.",
  gateEnded: "Hier wordt niet meer geteld.",
  namedGateEndedTitle: (name) => `Bij de ingang ${isolated(name)} wordt niet meer geteld`,
  gateEndedText: "Met deze link telt niemand meer. Vraag een nieuwe.",
  noResponseTitle: "Geen antwoord",
  noResponse: "Controleer het netwerk of wacht een minuut. Probeer het dan opnieuw.",

  invitation: "Uitnodiging",
  invitedAs: {
    owner: "Je bent uitgenodigd als eigenaar.",
    admin: "Je bent uitgenodigd als beheerder.",
    member: "Je bent uitgenodigd als lid.",
  },
  role: "Rol",
  invitedAddress: "Voor",
  validUntil: "Geldig tot en met",
  signInToAccept: "Inloggen en aannemen",
  signInWith: (email) => `Log in met ${isolated(email)}: de uitnodiging is voor dit adres.`,
  noAddress: (email) =>
    `Je account heeft geen e-mailadres, en de uitnodiging is voor ${isolated(email)}. Log uit en log in met een account dat dit adres heeft. Heeft het jouwe het wel, vraag dan de beheerder van jullie login om het met deze dienst te delen.`,
  otherAddress: (own, email) =>
    `Je bent ingelogd als ${isolated(own)}, maar de uitnodiging is voor ${isolated(email)}. Log uit en log in met dat adres.`,
  accept: "Aannemen",
  acceptFailed: "De dienst is niet bereikbaar. Probeer het opnieuw.",
  acceptRefused: "Dat lukte niet.",
  signedInAs: (name) => `Je bent ingelogd als ${isolated(name)}.`,
  invitationInvalidTitle: "Deze uitnodiging geldt niet",
  invitationInvalid: "Ze is gebruikt, ingetrokken of ouder dan 7 dagen. Vraag een nieuwe.",

  tapsHere: "Nog op dit toestel",
  tapsLine: ({ amount, name, ofAnother, fate }) => {
    const whose = ofAnother ? `${isolated(name)} (iemand anders)` : isolated(name);
    const fates = {
      not_counted: "niet geteld",
      not_accepted: "niet aangenomen",
      to_send: "nog te versturen",
      until_sign_in: "wacht tot dezelfde persoon weer inlogt",
    };
    return `${whose}: ${amount}, ${fates[fate]}`;
  },
};
