import { grammarOf, isolated } from "../../../core/messages.ts";
import type { StartMessages } from "./en.ts";

const { number } = grammarOf("fr");

export const fr: StartMessages = {
  loading: "Chargement…",
  wrong: "Un problème est survenu. Rechargez la page.",
  unreachable: "Le service ne répond pas. La page réessaie toute seule.",
  noConnection: "Pas de connexion",
  tryAgain: "Réessayer",
  startPage: "Aller à l’accueil",
  language: "Langue",
  stillLoading: "Chargement en cours\u00a0: la connexion est lente",
  notLoadedTitle: "La page n’est pas encore chargée",
  notLoaded: "La connexion est lente, ou une partie de la page manque.",
  needsScript: "Cette page a besoin de JavaScript.",
  tooOld:
    "Ce navigateur est trop ancien pour cette page\u00a0: mettez-le à jour ou utilisez-en un autre.",
  missingTitle: "Cette page n’existe pas",
  missing: "L’adresse est peut-être mal saisie, ou la page a été supprimée.",

  welcomeTitle: "Compter à l’entrée.",
  welcome: "Un appui par personne qui entre ou qui sort. Même sans réseau, rien ne se perd.",
  signIn: "Se connecter",
  example: "Exemple",
  gateHint:
    "Vous avez reçu un lien pour compter\u00a0? Ouvrez-le sur votre téléphone, sans compte.",
  pasteLink: "Coller un lien pour compter",
  gateLink: "Lien",
  openLink: "Ouvrir",
  noGateLink: "Il n’y a pas de lien pour compter dans ce texte. Copiez le lien entier.",
  scanCode: "Scanner un code QR",
  apart:
    "Cette application et votre navigateur ne partagent ni les liens ni les appuis. Si vous avez déjà compté dans le navigateur, rouvrez-y cette page\u00a0: ce qui y attend n’est envoyé que de là.",
  signInBelow: "Vous faites partie d’une organisation\u00a0?",

  signedIn: "Session ouverte",
  signOut: "Se déconnecter",
  signOutEverywhere: "Se déconnecter partout",
  signOutFailed: "La déconnexion n’a pas marché. Réessayez.",
  tapsStay:
    "Ce qui n’est pas encore envoyé reste ici jusqu’à ce que la même personne se reconnecte.",

  roles: { owner: "propriétaire", admin: "admin", member: "membre" },
  noOrganizationTitle: "Vous n’êtes encore dans aucune organisation.",
  noOrganization: "Demandez une invitation à un propriétaire ou à un admin.",
  organizations: "Organisations",
  seeAll: "Tous les compteurs",
  manage: "Gérer",
  deletionUnfinished: (name) => `La suppression de ${isolated(name)} n’est pas terminée.`,
  goOnDeleting: "La terminer",

  counters: "Compteurs",
  countersHere: "Compteurs sur ce téléphone",
  find: "Chercher un compteur",
  locked: "Verrouillé",
  outOfDate: "Hors ligne\u00a0: ces chiffres ne sont peut-être plus à jour.",
  readTooMuch: "Trop de pages ouvertes. Les chiffres reprennent dans une minute.",
  noCounters: "Cette organisation n’a pas encore de compteur.",
  noMatch: "Aucun compteur trouvé.",
  firstOf: (shown, found) => `Les ${number(shown)} premiers sur ${number(found)}.`,

  gatesHere: "Entrées sur ce téléphone",
  whereToCount: "Où comptez-vous\u00a0?",
  gateIncompleteTitle: "Ce lien n’est pas complet",
  gateIncomplete: "Il en manque un morceau. Ouvrez le lien entier, ou demandez-en un autre.",
  gateClosedTitle: "Ce lien n’est plus valable",
  gateClosed: "Il a été retiré, a expiré ou est incomplet. Demandez-en un autre.",
  gateEnded: "Ici, on ne compte plus.",
  namedGateEndedTitle: (name) => `On ne compte plus à l’entrée ${isolated(name)}`,
  gateEndedText: "On ne compte plus avec ce lien. Demandez-en un autre.",
  noResponseTitle: "Pas de réponse",
  noResponse: "Vérifiez le réseau, ou attendez une minute. Puis réessayez.",

  invitation: "Invitation",
  invitedAs: {
    owner: "On vous invite comme propriétaire.",
    admin: "On vous invite comme admin.",
    member: "On vous invite comme membre.",
  },
  role: "Rôle",
  invitedAddress: "Pour",
  validUntil: "Valable jusqu’au",
  signInToAccept: "Se connecter pour accepter",
  signInWith: (email) =>
    `Connectez-vous avec ${isolated(email)}\u00a0: l’invitation est pour cette adresse.`,
  noAddress: (email) =>
    `Votre compte n’a pas d’adresse e-mail, et l’invitation est pour ${isolated(email)}. Déconnectez-vous, puis connectez-vous avec un compte qui a cette adresse. Si le vôtre l’a, demandez à l’administrateur de votre connexion de la transmettre à ce service.`,
  otherAddress: (own, email) =>
    `Votre session est celle de ${isolated(own)}, mais l’invitation est pour ${isolated(email)}. Déconnectez-vous, puis revenez avec cette adresse.`,
  accept: "Accepter",
  acceptFailed: "Le service ne répond pas. Réessayez.",
  acceptRefused: "Cela n’a pas marché.",
  signedInAs: (name) => `Votre compte\u00a0: ${isolated(name)}.`,
  invitationInvalidTitle: "Cette invitation n’est pas valable",
  invitationInvalid:
    "Elle a servi, a été retirée ou date de plus de 7 jours. Demandez-en une autre.",

  tapsHere: "Encore sur cet appareil",
  tapsLine: ({ amount, name, ofAnother, fate }) => {
    const whose = ofAnother ? `${isolated(name)} (une autre personne)` : isolated(name);
    const fates = {
      not_counted: "pas compté",
      not_accepted: "pas accepté",
      to_send: "à envoyer",
      until_sign_in: "en attente que la même personne se reconnecte",
    };
    return `${whose}\u00a0: ${amount}, ${fates[fate]}`;
  },
};
