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
  reportShow: "レポートを表示",
  more: (count) => `ほかに ${number(count)} 件のアラートがあり、このメールには載せていません。`,
  held: (mails) =>
    `1 時間に ${number(mails)} 通のメールが届きました。このメールはその後の出来事をまとめたものです。`,
  why: (organization) =>
    `${isolated(organization)} のオーナーまたは管理者であるため、このメールをお送りしています。`,
};
