import { grammarOf, isolated } from "../../../core/messages.ts";
import type { StartMessages } from "./en.ts";

const { number } = grammarOf("es");

export const es: StartMessages = {
  loading: "Cargando…",
  wrong: "Algo salió mal. Vuelve a cargar la página.",
  unreachable: "El servicio no responde. La página lo sigue intentando sola.",
  noConnection: "Sin conexión",
  tryAgain: "Reintentar",
  startPage: "Ir al inicio",
  language: "Idioma",
  stillLoading: "Aún se está cargando: la conexión va lenta",
  notLoadedTitle: "La página aún no ha cargado",
  notLoaded: "La conexión va lenta, o falta una parte de la página.",
  needsScript: "Esta página necesita JavaScript.",
  tooOld: "Este navegador es demasiado antiguo para esta página: actualícelo o use otro.",
  missingTitle: "Esta página no existe",
  missing: "Puede que la dirección esté mal escrita o que la página se haya borrado.",

  welcomeTitle: "Contar en la puerta.",
  welcome: "Un toque por cada persona que entra o sale. Funciona sin red y no se pierde ninguno.",
  signIn: "Entrar",
  example: "Ejemplo",
  gateHint: "¿Te enviaron un enlace para contar? Ábrelo en tu teléfono, sin cuenta.",
  pasteLink: "Pegar un enlace para contar",
  gateLink: "Enlace",
  openLink: "Abrir",
  noGateLink: "Ahí no hay ningún enlace para contar. Copia el enlace entero.",
  scanCode: "Escanear un código QR",
  apart:
    "Esta aplicación y tu navegador no comparten enlaces ni toques. Si ya contaste en el navegador, abre allí esta página otra vez: lo que espera allí solo se envía desde allí.",
  signInBelow: "¿Eres de una organización?",

  signedIn: "Sesión abierta",
  signOut: "Salir",
  signOutEverywhere: "Salir en todos los dispositivos",
  signOutFailed: "No se pudo cerrar la sesión. Inténtalo otra vez.",
  tapsStay: "Lo que falta por enviar se queda aquí hasta que vuelva a entrar la misma persona.",

  roles: { owner: "propietario", admin: "admin", member: "miembro" },
  noOrganizationTitle: "Todavía no estás en ninguna organización.",
  noOrganization: "Pide a un propietario o admin que te invite.",
  organizations: "Organizaciones",
  seeAll: "Todos los contadores",
  manage: "Gestionar",
  deletionUnfinished: (name) => `${isolated(name)} aún no se ha borrado del todo.`,
  goOnDeleting: "Seguir borrando",

  counters: "Contadores",
  countersHere: "Contadores en este teléfono",
  find: "Buscar un contador",
  locked: "Bloqueado",
  outOfDate: "Sin conexión: estos números pueden ser antiguos.",
  readTooMuch: "Demasiadas páginas abiertas. Los números vuelven en un minuto.",
  noCounters: "Esta organización aún no tiene contadores.",
  noMatch: "No hay ningún contador así.",
  firstOf: (shown, found) => `Los primeros ${number(shown)} de ${number(found)}.`,

  gatesHere: "Puertas en este teléfono",
  whereToCount: "¿Dónde cuentas?",
  gateIncompleteTitle: "El enlace no está completo",
  gateIncomplete: "Falta una parte. Abre el enlace entero o pide uno nuevo.",
  gateClosedTitle: "Este enlace ya no vale",
  gateClosed: "Se anuló, ha caducado o está incompleto. Pide uno nuevo.",
  gateEnded: "Aquí ya no se cuenta.",
  namedGateEndedTitle: (name) => `En la puerta ${isolated(name)} ya no se cuenta`,
  gateEndedText: "Ya no se cuenta con este enlace. Pide uno nuevo.",
  noResponseTitle: "No responde",
  noResponse: "Revisa la red o espera un minuto. Luego inténtalo otra vez.",

  invitation: "Invitación",
  invitedAs: {
    owner: "Te invitan como propietario.",
    admin: "Te invitan como admin.",
    member: "Te invitan como miembro.",
  },
  role: "Rol",
  invitedAddress: "Para",
  validUntil: "Válida hasta",
  signInToAccept: "Entrar y aceptar",
  signInWith: (email) => `Entra con ${isolated(email)}: la invitación es para esa dirección.`,
  noAddress: (email) =>
    `Tu cuenta no tiene correo, y la invitación es para ${isolated(email)}. Sal y entra con una cuenta que tenga esa dirección. Si la tuya la tiene, pide a quien administra el acceso que la comparta con este servicio.`,
  otherAddress: (own, email) =>
    `Has entrado como ${isolated(own)}, pero la invitación es para ${isolated(email)}. Sal y entra con esa dirección.`,
  accept: "Aceptar",
  acceptFailed: "El servicio no responde. Inténtalo otra vez.",
  acceptRefused: "No se pudo.",
  signedInAs: (name) => `Has entrado como ${isolated(name)}.`,
  invitationInvalidTitle: "Esta invitación no vale",
  invitationInvalid: "Se usó, se retiró o tiene más de 7 días. Pide una nueva.",

  tapsHere: "Aún en este dispositivo",
  tapsLine: ({ amount, name, ofAnother, fate }) => {
    const whose = ofAnother ? `${isolated(name)} (otra persona)` : isolated(name);
    const fates = {
      not_counted: "sin contar",
      not_accepted: "sin aceptar",
      to_send: "por enviar",
      until_sign_in: "a la espera de que vuelva a entrar la misma persona",
    };
    return `${whose}: ${amount}, ${fates[fate]}`;
  },
};
