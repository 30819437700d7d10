import { grammarOf, isolated } from "../../../core/messages.ts";
import type { CountMessages } from "./en.ts";

const { number, signed, plural } = grammarOf("ja");

export const ja: CountMessages = {
  title: "カウント",
  allCounters: "すべてのカウンター",
  state: "状態",
  countByTap: "タップで数える",
  countUp: "増やす",
  countDown: "減らす",
  adds: (step) => `${number(step)} 増やします`,
  subtracts: (step) => `${number(step)} 減らします`,
  signIn: "ログイン",
  startPage: "トップページへ",

  goal: (goal) => `目標 ${number(goal)}`,
  goalReached: (goal) => `目標 ${number(goal)} 達成`,
  goalShare: (percent, goal) => `${number(goal)} の ${number(percent)}%`,
  level: (level) => number(level),
  levelOf: (level, capacity) => `${number(level)} / ${number(capacity)}`,
  levelFull: (level, capacity) => `${number(level)} / ${number(capacity)}・満員`,

  fill: "定員",
  stop: "ストップ",
  almostFull: "まもなく満員",
  isFull: (name) => `${isolated(name)}は満員です`,
  room: (left) => `あと ${number(left)} 人`,
  holdToCount: "それでも数えるには ＋ を長押し",
  knownJustNow: "1 分以内の数",
  knownMinutes: (minutes) => `${number(minutes)} 分前の数`,
  knownHours: (hours) => `${number(hours)} 時間前の数`,

  settings: "設定",
  settingsTitle: "この端末",
  shift: "自分のカウント",
  since: (time) => `${time} から`,
  shiftReset: "0 から始める",
  multiples: "×5 と ×10 を表示",
  times: (times) => `×${number(times)}`,
  tapsAtOnce: "まとめて数える",
  leftHanded: "左手用",
  sound: "音",
  highContrast: "ハイコントラスト",
  theme: "外観",
  themes: { system: "自動", light: "ライト", dark: "ダーク" },
  keys: "キーとクリッカー",
  keysHint: "動作を選んでから、キーを押してください。Esc で解除します。",
  learnKey: "キーを選ぶ",
  pressKey: "キーを押してください…",
  spaceBar: "スペース",
  keyUp: (name) => `+ ${isolated(name)}`,
  keyDown: (name) => `− ${isolated(name)}`,
  language: "言語",

  today: "今日",
  todayUnknown: "今はわかりません",
  todaySums: (ups, downs) => `入場 ${number(ups)}・退場 ${number(downs)}`,
  todayPeak: (peak, time) => `最多 ${number(peak)}（${time}）`,

  undo: "取り消す",
  undoDelta: (delta) => `${signed(delta)} 取消`,
  nothingToUndo: "取り消すものはありません",

  spokenWaiting: (count, waiting) => `${count}、送信待ち ${number(waiting)}`,
  spokenGoal: (count, goal) => `${number(goal)} のうち ${number(count)}`,

  screenMayTurnOff: "画面が自動で消えることがあります。",

  tapNotStored: "タップを保存できませんでした。数に入っていません。",
  undoNotStored: "取り消しを保存できませんでした。タップは数に入っています。",
  decisionNotStored: "保存できませんでした。何も変わっていません。",

  gateClosed: "このリンクは使えません。新しいリンクをもらってください。",
  linkNeeded: "リンクをもう一度開いてください。使えない場合は、新しいリンクをもらってください。",
  gateEnded: "この入口のカウントは終了しました。",
  noLongerMember: "ここではもう数えられません。",
  locked: "ロック中。解除されるまで数えられません。",

  amount: (taps, undos) => {
    const tapped = plural(taps, { other: `タップ ${number(taps)} 回` });
    const undone = plural(undos, { other: `取り消し ${number(undos)} 回` });
    return [taps > 0 && tapped, undos > 0 && undone].filter(Boolean).join("と");
  },

  allSent: "すべて送信済み",
  allOthersSent: "残りはすべて送信済み",
  sendingNow: "送信中…",
  sending: (amount) => `${amount}を送信中…`,
  busy: (amount) => `サービス混雑中・${amount}が送信待ち`,
  checking: (amount) => `${amount}を確認中・1 分ほどかかります`,
  offline: "オフライン・そのまま数えられます",
  offlineKept: (amount) => `オフライン・${amount}をこの端末に保存`,
  notSignedIn: "未ログイン・タップはこの端末に保存",
  notSignedInKept: (amount) => `未ログイン・${amount}をこの端末に保存`,

  noStorageTitle: "このウィンドウでは数えられません",
  noStorage:
    "このウィンドウでは保存できず、タップが失われるおそれがあります。" +
    "プライベートではない、普通のウィンドウで開いてください。",
  noConnectionTitle: "接続できません",
  noConnection: "自動でつなぎ直します。",
  firstTimeOffline: "初回は通信が必要です。自動でつなぎ直します。",
  noSuchCounterTitle: "このカウンターはありません",
  noSuchCounter: "このカウンターの組織のメンバーではありません。",
  closedTitle: "このリンクは使えません",
  linkNeededTitle: "この端末にはリンクがもうありません",
  closed: "無効か、期限切れです。新しいリンクをもらってください。",
  signInTitle: "ログインして数える",
  signInToCount: "数えられるのはメンバーだけです。アカウントがなければリンクを開いてください。",

  keptTaps: "数に入らなかったタップ",
  keptUndos: "受け付けられなかったタップと取り消し",
  keptLead: "送信するか破棄するまで、この端末に残ります。",
  notCounted: (amount) => `${amount}が数に入っていません`,
  notAccepted: (amount) => `${amount}が受け付けられていません`,
  waitingForSignIn: (amount) => `${amount}がログイン待ち`,
  decide: "決める",
  show: "表示",
  add: "追加",
  tryAgain: "もう一度",
  download: "CSV で保存",
  close: "閉じる",
  amountUp: (amount) => `${amount}（増）`,
  amountDown: (amount) => `${amount}（減）`,
  amountOfUps: (amount) => `＋の${amount}`,
  amountOfDowns: (amount) => `−の${amount}`,
  discard: "破棄",
  discardAmount: (amount) => `${amount}を破棄`,
  reallyDiscard: (amount) => `${amount}を本当に破棄しますか？`,
  typeToDiscard: (count) =>
    "まだ必要な人がいるかもしれません。破棄すると元に戻せません。" +
    `それでも破棄するには、その数を入力してください：${count}`,

  reasons: {
    locked: "カウンターがロックされていました。",
    full: "満員で、＋ が長押しされませんでした。",
    against_mode: "このカウンターは、その向きには数えられません。",
    out_of_range: "数が大きすぎるか、小さすぎる値になるところでした。",
    after_end: "この入口のカウントが終わったあとのものです。",
    key_reused: "同じ番号の別のタップがすでにあります。",
    unclear: "すでに数えられたかもしれません。もう一度送ると、二重に数えることがあります。",
    invalid: "サービスが読み取れませんでした。",
    expired: "29 日を超えて遅れて届きました。数えられたかどうかはもうわかりません。",
  },
  unknownReason: "サービスが受け付けませんでした。",
  unclearUndos: "すでに取り消されたかもしれません。もう一度送ってもかまいません。",
  blocks: {
    signed_out: "同じ人がログインし直すのを待っています。",
    link_needed: "この端末にはリンクがもうありません。もう一度開くと送信されます。",
    revoked: "数えるのに使ったリンクは無効です。",
    ended: "終了からだいぶたって届きました。",
    forbidden: "この人はここではもう数えられません。",
  },
  deciders: {
    own: "",
    another: "別の人のタップです。その人がログインして決めます。",
    unknown: "タップした人がログインして決めます。",
  },
};
