import { grammarOf, isolated } from "../../../core/messages.ts";
import type { CountMessages } from "./en.ts";

const { number, signed, plural } = grammarOf("pt");

export const pt: CountMessages = {
  title: "Contar",
  allCounters: "Todos os contadores",
  state: "Estado",
  countByTap: "Contar com um toque",
  countUp: "Mais",
  countDown: "Menos",
  adds: (step) => `Soma ${number(step)}`,
  subtracts: (step) => `Tira ${number(step)}`,
  signIn: "Entrar",
  startPage: "Ir para o início",

  goal: (goal) => `Meta ${number(goal)}`,
  goalReached: (goal) => `Meta ${number(goal)} alcançada`,
  goalShare: (percent, goal) => `${number(percent)}% de ${number(goal)}`,
  level: (level) => number(level),
  levelOf: (level, capacity) => `${number(level)} de ${number(capacity)}`,
  levelFull: (level, capacity) => `${number(level)} de ${number(capacity)} · lotado`,

  fill: "Lotação",
  stop: "PARE",
  almostFull: "Quase lotado",
  isFull: (name) => `${isolated(name)}: lotado`,
  room: (left) => `cabem mais ${number(left)}`,
  holdToCount: "Segure + para contar mesmo assim",
  knownJustNow: "Há menos de um minuto",
  knownMinutes: (minutes) => `Há ${number(minutes)} min`,
  knownHours: (hours) => `Há ${number(hours)} h`,

  settings: "Ajustes",
  settingsTitle: "Este aparelho",
  shift: "Meus toques",
  since: (time) => `desde ${time}`,
  shiftReset: "Começar do zero",
  multiples: "Mostrar ×5 e ×10",
  times: (times) => `×${number(times)}`,
  tapsAtOnce: "Vários de uma vez",
  leftHanded: "Para a mão esquerda",
  sound: "Som",
  highContrast: "Alto contraste",
  theme: "Aparência",
  themes: { system: "Como o aparelho", light: "Clara", dark: "Escura" },
  keys: "Teclas e botões",
  keysHint: "Escolha o que uma tecla faz e aperte-a. Esc apaga a escolha.",
  learnKey: "Escolher uma tecla",
  pressKey: "Aperte a tecla…",
  spaceBar: "Espaço",
  keyUp: (name) => `+ ${isolated(name)}`,
  keyDown: (name) => `− ${isolated(name)}`,
  language: "Idioma",

  today: "Hoje",
  todayUnknown: "Não se sabe agora",
  todaySums: (ups, downs) => `Entradas ${number(ups)} · Saídas ${number(downs)}`,
  todayPeak: (peak, time) => `pico ${number(peak)} às ${time}`,

  undo: "Desfazer",
  undoDelta: (delta) => `Desfazer ${signed(delta)}`,
  nothingToUndo: "Nada a desfazer",

  spokenWaiting: (count, waiting) => `${count}, ${number(waiting)} a enviar`,
  spokenGoal: (count, goal) => `${number(count)} de ${number(goal)}`,

  screenMayTurnOff: "A tela pode apagar sozinha.",

  tapNotStored: "Não deu para guardar o toque. Ele não conta.",
  undoNotStored: "Não deu para desfazer. O toque conta.",
  decisionNotStored: "Não deu para guardar. Nada mudou.",

  gateClosed: "Este link não vale mais. Peça um novo.",
  linkNeeded: "Abra o link de novo. Se ele não valer mais, peça um novo.",
  gateEnded: "Aqui não se conta mais.",
  noLongerMember: "Você não pode mais contar aqui.",
  locked: "Bloqueado. Ninguém conta até desbloquear.",

  amount: (taps, undos) => {
    const touched = { one: `${number(taps)} toque`, many: `${number(taps)} de toques` };
    const undone = { one: `${number(undos)} anulação`, many: `${number(undos)} de anulações` };
    const texts = [
      taps > 0 && plural(taps, { ...touched, other: `${number(taps)} toques` }),
      undos > 0 && plural(undos, { ...undone, other: `${number(undos)} anulações` }),
    ];
    return texts.filter(Boolean).join(" e ");
  },

  allSent: "Tudo enviado",
  allOthersSent: "Todo o resto enviado",
  sendingNow: "Enviando…",
  sending: (amount) => `Enviando ${amount}…`,
  busy: (amount) => `Serviço sobrecarregado · ${amount} a enviar`,
  checking: (amount) => `Conferindo ${amount} · até um minuto`,
  offline: "Sem conexão · continue contando",
  offlineKept: (amount) => `Sem conexão · ${amount} neste aparelho`,
  notSignedIn: "Sem login · tudo fica neste aparelho",
  notSignedInKept: (amount) => `Sem login · ${amount} neste aparelho`,

  noStorageTitle: "Não dá para contar nesta janela",
  noStorage:
    "Aqui nada pode ser guardado, e toques podem se perder. " +
    "Abra a página em uma janela normal, não anônima.",
  noConnectionTitle: "Sem conexão",
  noConnection: "A página continua tentando sozinha.",
  firstTimeOffline: "Na primeira vez a página precisa de rede. Ela continua tentando sozinha.",
  noSuchCounterTitle: "Este contador não existe",
  noSuchCounter: "Você não é da organização deste contador.",
  closedTitle: "Este link não vale mais",
  linkNeededTitle: "Este aparelho não tem mais o link",
  closed: "Foi cancelado ou expirou. Peça um novo.",
  signInTitle: "Entre para contar",
  signInToCount: "Aqui só membros contam. Sem conta, abra um link.",

  keptTaps: "Toques não contados",
  keptUndos: "Toques e anulações não aceitos",
  keptLead: "Ficam neste aparelho até serem enviados ou descartados.",
  notCounted: (amount) => `Não contado: ${amount}`,
  notAccepted: (amount) => `Não aceito: ${amount}`,
  waitingForSignIn: (amount) => `${amount} à espera de login`,
  decide: "Decidir",
  show: "Ver",
  add: "Adicionar",
  tryAgain: "Tentar de novo",
  download: "Baixar CSV",
  close: "Fechar",
  amountUp: (amount) => `${amount} para somar`,
  amountDown: (amount) => `${amount} para tirar`,
  amountOfUps: (amount) => `${amount} em +`,
  amountOfDowns: (amount) => `${amount} em −`,
  discard: "Descartar",
  discardAmount: (amount) => `Descartar ${amount}`,
  reallyDiscard: (amount) => `Descartar ${amount} mesmo?`,
  typeToDiscard: (count) =>
    "Talvez alguém ainda precise deles, e ninguém pode trazê-los de volta. " +
    `Para descartar, digite quantos são: ${count}`,

  reasons: {
    locked: "O contador estava bloqueado.",
    full: "Estava cheio, e + não foi segurado.",
    against_mode: "O contador não conta nessa direção.",
    out_of_range: "O número ficaria grande ou pequeno demais.",
    after_end: "Aqui já não se contava mais.",
    key_reused: "O serviço conhece outro toque com o mesmo número.",
    unclear: "Talvez já tenham sido contados. Se enviar de novo, podem contar em dobro.",
    invalid: "O serviço não conseguiu ler.",
    expired: "Chegaram com mais de 29 dias de atraso. Não se sabe mais se foram contados.",
  },
  unknownReason: "O serviço recusou.",
  unclearUndos: "Talvez já estejam desfeitos. Você pode enviar de novo.",
  blocks: {
    signed_out: "Esperam a mesma pessoa entrar de novo.",
    link_needed: "Este aparelho não tem mais o link. Abra-o de novo, e eles serão enviados.",
    revoked: "O link usado para contar foi cancelado.",
    ended: "Chegaram muito tempo depois do fim.",
    forbidden: "A pessoa não pode mais contar aqui.",
  },
  deciders: {
    own: "",
    another: " São de outra pessoa, que decide quando entrar.",
    unknown: " Quem os fez decide quando entrar.",
  },
};
