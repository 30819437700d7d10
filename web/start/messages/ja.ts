import { grammarOf, isolated } from "../../../core/messages.ts";
import type { StartMessages } from "./en.ts";

const { number } = grammarOf("ja");

export const ja: StartMessages = {
  loading: "読み込み中…",
  wrong: "問題が起きました。ページを読み込み直してください。",
  unreachable: "サービスにつながりません。自動でつなぎ直します。",
  noConnection: "接続できません",
  tryAgain: "もう一度",
  startPage: "トップページへ",
  language: "言語",
  stillLoading: "読み込み中です。通信が遅くなっています",
  notLoadedTitle: "まだ読み込まれていません",
  notLoaded: "通信が遅いか、ページの一部が届いていません。",
  needsScript: "このページには JavaScript が必要です。",
  tooOld:
    "このブラウザーは古いため、このページを表示できません。更新するか、別のブラウザーをお使いください。",
  missingTitle: "このページはありません",
  missing: "URLが間違っているか、ページが削除された可能性があります。",

  welcomeTitle: "入口で数える。",
  welcome: "人が出入りするたびに 1 回タップ。圏外でも使えて、1 回も失われません。",
  signIn: "ログイン",
  example: "例",
  gateHint:
    "カウント用のリンクを受け取った方は、お使いのスマホで開いてください。アカウントは不要です。",
  pasteLink: "カウント用リンクを貼り付ける",
  gateLink: "リンク",
  openLink: "開く",
  noGateLink: "カウント用のリンクが見つかりません。リンク全体をコピーしてください。",
  scanCode: "QRコードを読み取る",
  apart:
    "このアプリとブラウザでは、リンクもタップも共有されません。ブラウザでカウントしたことがある場合は、ブラウザでこのページをもう一度開いてください。そこに残っているタップは、そこからしか送信されません。",
  signInBelow: "組織のメンバーですか？",

  signedIn: "ログイン中",
  signOut: "ログアウト",
  signOutEverywhere: "すべての端末でログアウト",
  signOutFailed: "ログアウトできませんでした。もう一度お試しください。",
  tapsStay: "未送信のタップは、同じ人がログインし直すまでこの端末に残ります。",

  roles: { owner: "オーナー", admin: "管理者", member: "メンバー" },
  noOrganizationTitle: "まだどの組織にも入っていません。",
  noOrganization: "オーナーか管理者に招待してもらってください。",
  organizations: "組織",
  seeAll: "すべてのカウンター",
  manage: "管理",
  deletionUnfinished: (name) => `${isolated(name)} の削除がまだ終わっていません。`,
  goOnDeleting: "削除を続ける",

  counters: "カウンター",
  countersHere: "このスマホのカウンター",
  find: "カウンターを探す",
  locked: "ロック中",
  outOfDate: "オフライン：数字が古いかもしれません。",
  readTooMuch: "開いているページが多すぎます。1 分ほどで再開します。",
  noCounters: "この組織にはまだカウンターがありません。",
  noMatch: "見つかりません。",
  firstOf: (shown, found) => `${number(found)} 件中、最初の ${number(shown)} 件。`,

  gatesHere: "このスマホの入口",
  whereToCount: "どこで数えますか？",
  gateIncompleteTitle: "リンクが途中で切れています",
  gateIncomplete: "リンク全体を開くか、新しいリンクをもらってください。",
  gateClosedTitle: "このリンクは使えません",
  gateClosed: "無効になったか、期限切れか、途中で切れています。新しいリンクをもらってください。",
  gateEnded: "この入口のカウントは終了しました。",
  namedGateEndedTitle: (name) => `「${isolated(name)}」のカウントは終了しました`,
  gateEndedText: "このリンクではもう数えられません。新しいリンクをもらってください。",
  noResponseTitle: "応答がありません",
  noResponse: "通信を確かめるか、1 分待ってから、もう一度お試しください。",

  invitation: "招待",
  invitedAs: {
    owner: "オーナーとして招待されています。",
    admin: "管理者として招待されています。",
    member: "メンバーとして招待されています。",
  },
  role: "役割",
  invitedAddress: "宛先",
  validUntil: "有効期限",
  signInToAccept: "ログインして参加",
  signInWith: (email) => `${isolated(email)} でログインしてください。招待はこのアドレス宛てです。`,
  noAddress: (email) =>
    `ログイン中のアカウントにメールアドレスがありません。招待は ${isolated(email)} 宛てです。ログアウトして、このアドレスのアカウントでログインしてください。すでにこのアドレスの場合は、ログインの管理者に、アドレスをこのサービスに渡すよう頼んでください。`,
  otherAddress: (own, email) =>
    `${isolated(own)} でログイン中ですが、招待は ${isolated(email)} 宛てです。ログアウトして、このアドレスでログインし直してください。`,
  accept: "参加する",
  acceptFailed: "サービスにつながりません。もう一度お試しください。",
  acceptRefused: "参加できませんでした。",
  signedInAs: (name) => `${isolated(name)} としてログイン中です。`,
  invitationInvalidTitle: "この招待は使えません",
  invitationInvalid:
    "使用済みか、取り消されたか、7 日を過ぎています。新しい招待をもらってください。",

  tapsHere: "この端末に残っているタップ",
  tapsLine: ({ amount, name, ofAnother, fate }) => {
    const whose = ofAnother ? `${isolated(name)}（別の人）` : isolated(name);
    const fates = {
      not_counted: "未カウント",
      not_accepted: "受け付け不可",
      to_send: "送信待ち",
      until_sign_in: "同じ人のログイン待ち",
    };
    return `${whose}：${amount}、${fates[fate]}`;
  },
};
