import { grammarOf, isolated } from "../../messages.ts";
import type { MailMessages } from "./en.ts";

const { number } = grammarOf("ja");

export const ja: MailMessages = {
  hasFired: (alert, place) => `${isolated(alert)}：${isolated(place)}`,
  isArmedAgain: (alert, place) => `再び上限未満：${isolated(alert)}、${isolated(place)}`,
  several: (organization, first, more) =>
    `${isolated(organization)}：${first}、ほか ${number(more)} 件`,
  reached: (place, level, threshold, time) =>
    `${time} に ${isolated(place)} が ${number(level)} になりました（アラートは ${number(threshold)}）。`,
  timesFired: (times) => `${number(times)} 回発生しました。`,
  armedSince: (time) => `${time} に再び上限を下回りました。`,
  isFailing: (endpoint, duration) => `${duration}以上失敗：${isolated(endpoint)}`,
  failingSince: (time) => `${time} 以降、成功した配信はありません。`,
  timesFailed: (times) => `障害の回数：${number(times)} 回`,
  works: (endpoint) => `復旧：${isolated(endpoint)}`,
  failedFrom: (since, time) => `${since} から ${time} まで失敗していました。`,
  unfinished: (count) => `届いていない配信：${count} 件。次のページから再送できます。`,
  givenUp: (endpoint) => `配信の打ち切り：${isolated(endpoint)}`,
  failed: (count) => `最終的に失敗した配信：${count} 件。ページから再送できます。`,
  heldBack: (endpoint) => `配信の保留：${isolated(endpoint)}`,
  paused: (time, count) => `${time} から一時停止中です。保留中の配信：${count} 件`,
  roleChanged: (member) => `役割の変更：${isolated(member)}`,
  roles: { owner: "オーナー", admin: "管理者", member: "メンバー" },
  fromTo: (time, from, to) => `${time}：${from}から${to}に変更されました。`,
  changedBy: (name) => `変更した人：${isolated(name)}`,
  timesChanged: (times) => `変更の回数：${number(times)} 回`,
  atLeast: (count) => `少なくとも ${number(count)}`,
  report: (organization, dates) => `${isolated(organization)} 週間レポート（${dates}）`,
  reportIn: "入場",
  reportOut: "退場",
  reportBefore: "前週",
  reportChange: "増減",
  reportPeak: "最多",
  reportAll: "全員",
  reportApart: "人以外も含む",
  reportBeside: (before) => `入場を ${before} と比べています。`,
  reportBesideSome: (dates) => `増減は ${dates} のものです。ほかの日には比べる日がありません。`,
  reportEmpty: "何もカウントされませんでした。",
  reportMore: (count) => `ほかに ${number(count)} 行あり、このメールには載せていません。`,
  number,
  show: "コンソールで表示",
  more: (count) => `スペースの都合で省略した通知：${number(count)} 件`,
  held: (mails) =>
    `1 時間に ${number(mails)} 通のメールが届きました。このメールはその後の出来事をまとめたものです。`,
  test: (organization) => `${isolated(organization)}のメールはここに届きます`,
  why: (organization) =>
    `${isolated(organization)} のオーナーまたは管理者であるため、このメールをお送りしています。`,
  whyMember: (organization) =>
    `${isolated(organization)} のメンバーであるため、このメールをお送りしています。`,
  whyChosen: (organization) =>
    `${isolated(organization)} の通知を受け取るよう設定されているため、このメールをお送りしています。`,
  choose: "通知を選ぶ",
  unsubscribe: "このようなメールを停止する",
  kinds: {
    alert: "アラート",
    endpoint: "エンドポイントの障害",
    deliveries: "配信の打ち切りと保留",
    role: "役割の変更",
    report: "週間レポート",
  },
  stopTitle: "このようなメールを停止しますか？",
  stopAbout: "ほかの内容のメールは引き続き届きます。",
  stop: "停止する",
  stoppedTitle: "このようなメールを停止しました",
  stoppedAbout:
    "まだ届く場合は、そのメールのリンクを使うか、コンソールの「Notifications」で設定してください。",
  incompleteTitle: "このリンクは不完全です",
  incompleteAbout:
    "メールのリンク全体をコピーするか、コンソールの「Notifications」で設定してください。",
};
