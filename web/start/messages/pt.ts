import { grammarOf, isolated } from "../../../core/messages.ts";
import type { StartMessages } from "./en.ts";

const { number } = grammarOf("pt");

export const pt: StartMessages = {
  loading: "Carregando…",
  wrong: "Algo deu errado. Recarregue a página.",
  unreachable: "O serviço não responde. A página continua tentando sozinha.",
  noConnection: "Sem conexão",
  tryAgain: "Tentar de novo",
  startPage: "Ir para o início",
  language: "Idioma",
  stillLoading: "Ainda carregando: a conexão está lenta",
  notLoadedTitle: "A página ainda não carregou",
  notLoaded: "A conexão está lenta, ou falta uma parte da página.",
  needsScript: "Esta página precisa de JavaScript.",
  tooOld: "Este navegador é demasiado antigo para esta página: atualize-o ou use outro.",
  missingTitle: "Esta página não existe",
  missing: "O endereço pode estar errado, ou a página foi apagada.",

  welcomeTitle: "Contar na entrada.",
  welcome: "Um toque para cada pessoa que entra ou sai. Funciona sem rede e nada se perde.",
  signIn: "Entrar",
  example: "Exemplo",
  gateHint: "Recebeu um link para contar? Abra no seu celular, sem conta.",
  pasteLink: "Colar um link para contar",
  gateLink: "Link",
  openLink: "Abrir",
  noGateLink: "Não há nenhum link para contar aí. Copie o link inteiro.",
  scanCode: "Ler um código QR",
  apart:
    "Este app e o seu navegador não compartilham links nem toques. Se você já contou no navegador, abra esta página lá mais uma vez: o que espera lá só é enviado de lá.",
  signInBelow: "Você faz parte de uma organização?",

  signedIn: "Sessão aberta",
  signOut: "Sair",
  signOutEverywhere: "Sair de todos os aparelhos",
  signOutFailed: "Não deu para sair. Tente de novo.",
  tapsStay: "O que falta enviar fica aqui até a mesma pessoa entrar de novo.",

  roles: { owner: "proprietário", admin: "admin", member: "membro" },
  noOrganizationTitle: "Você ainda não está em nenhuma organização.",
  noOrganization: "Peça um convite a um proprietário ou admin.",
  organizations: "Organizações",
  seeAll: "Todos os contadores",
  manage: "Gerenciar",
  deletionUnfinished: (name) => `${isolated(name)} ainda não foi excluída por completo.`,
  goOnDeleting: "Continuar excluindo",

  counters: "Contadores",
  countersHere: "Contadores neste celular",
  find: "Buscar um contador",
  locked: "Bloqueado",
  outOfDate: "Sem conexão: estes números podem estar desatualizados.",
  readTooMuch: "Páginas demais abertas. Os números voltam em um minuto.",
  noCounters: "Esta organização ainda não tem contadores.",
  noMatch: "Nenhum contador encontrado.",
  firstOf: (shown, found) => `Os primeiros ${number(shown)} de ${number(found)}.`,

  gatesHere: "Entradas neste celular",
  whereToCount: "Onde você conta?",
  gateIncompleteTitle: "O link não está completo",
  gateIncomplete: "Falta uma parte. Abra o link inteiro ou peça um novo.",
  gateClosedTitle: "Este link não vale mais",
  gateClosed: "Foi cancelado, expirou ou está incompleto. Peça um novo.",
  gateEnded: "Aqui não se conta mais.",
  namedGateEndedTitle: (name) => `Na entrada ${isolated(name)} não se conta mais`,
  gateEndedText: "Não se conta mais com este link. Peça um novo.",
  noResponseTitle: "Sem resposta",
  noResponse: "Confira a rede ou espere um minuto. Depois tente de novo.",

  invitation: "Convite",
  invitedAs: {
    owner: "Você recebeu um convite como proprietário.",
    admin: "Você recebeu um convite como admin.",
    member: "Você recebeu um convite como membro.",
  },
  role: "Função",
  invitedAddress: "Para",
  validUntil: "Válido até",
  signInToAccept: "Entrar e aceitar",
  signInWith: (email) => `Entre com ${isolated(email)}: o convite é para este endereço.`,
  noAddress: (email) =>
    `A sua conta não tem e-mail, e o convite é para ${isolated(email)}. Saia e entre com uma conta que tenha este endereço. Se a sua tem, peça a quem administra o acesso que o compartilhe com este serviço.`,
  otherAddress: (own, email) =>
    `Você entrou como ${isolated(own)}, mas o convite é para ${isolated(email)}. Saia e entre com este endereço.`,
  accept: "Aceitar",
  acceptFailed: "O serviço não responde. Tente de novo.",
  acceptRefused: "Não deu certo.",
  signedInAs: (name) => `Você entrou como ${isolated(name)}.`,
  invitationInvalidTitle: "Este convite não vale",
  invitationInvalid: "Foi usado, retirado ou tem mais de 7 dias. Peça um novo.",

  tapsHere: "Ainda neste aparelho",
  tapsLine: ({ amount, name, ofAnother, fate }) => {
    const whose = ofAnother ? `${isolated(name)} (outra pessoa)` : isolated(name);
    const fates = {
      not_counted: "não contado",
      not_accepted: "não aceito",
      to_send: "a enviar",
      until_sign_in: "à espera de que a mesma pessoa entre de novo",
    };
    return `${whose}: ${amount}, ${fates[fate]}`;
  },
};
