import { grammarOf, isolated } from "../../messages.ts";
import type { MailMessages } from "./en.ts";

const { number } = grammarOf("ja");

export const ja: MailMessages = {
  hasFired: (alert, place) => `${isolated(alert)}：${isolated(place)}`,
  isArmedAgain: (alert, place) => `待機に復帰：${isolated(alert)}、${isolated(place)}`,
  alerts: (count) => `アラート ${number(count)} 件`,
  reached: (level, threshold, time) =>
    `${time} に ${number(level)} になりました。${number(threshold)} でアラートが発生します。`,
  timesFired: (times) => `${number(times)} 回発生しました。`,
  armedSince: (time) => `${time} に待機状態に戻りました。`,
  show: "アラートを表示",
  more: (count) => `ほかに ${number(count)} 件のアラートがあり、このメールには載せていません。`,
  held: (mails) =>
    `1 時間に ${number(mails)} 通のメールが届きました。このメールはその後の出来事をまとめたものです。`,
  why: (organization) =>
    `${isolated(organization)} のオーナーまたは管理者であるため、このメールをお送りしています。`,
  whyChosen: (organization) =>
    `${isolated(organization)} の通知を受け取るよう設定されているため、このメールをお送りしています。`,
  choose: "通知を選ぶ",
  unsubscribe: "このようなメールを停止する",
  stopTitle: "このようなメールを停止しますか？",
  stopAbout: "ほかの内容のメールは引き続き届きます。",
  stop: "停止する",
  stoppedTitle: "このようなメールを停止しました",
  stoppedAbout:
    "まだ届く場合は、そのメールのリンクを使うか、コンソールの「Notifications」で設定してください。",
};
