import { isolated } from "../../../core/messages.ts";
import type { EmbedMessages } from "./en.ts";

export const ja: EmbedMessages = {
  live: "ライブ",
  reconnecting: "再接続中",
  noLongerShared: "共有は終了しました",
  notShared: "共有されていません",
  notAvailable: "表示できません",
  liveCountNotAvailable: "このカウントは表示できません。",
  changed: "更新",
  count: "現在の数",
  liveCount: (phrase) => `現在の数：${phrase}`,
  announced: (name, phrase) => `${isolated(name)}：${phrase}`,

  countOf: (count, whole) => `${count} / ${whole}`,
  goal: (goal) => `目標 ${goal}`,
  goalReached: "目標達成",
  full: "満員",

  justNow: "たった今",
  secondsAgo: (seconds) => `${seconds} 秒前`,
  minutesAgo: (minutes) => `${minutes} 分前`,
  hoursAgo: (hours) => `${hours} 時間前`,
  daysAgo: (days) => `${days} 日前`,

  of: (whole) => `/ ${whole}`,
  comeIn: "お入りください",
  almostFull: "まもなく満員",
  pleaseWait: "お待ちください",
  connecting: "接続中",
  noNewsSince: (time) => `${time} から更新なし`,
  needsScript: "この画面には JavaScript が必要です。",
  tooOld: "このブラウザーは古いため、現在の数を表示できません。",
};
