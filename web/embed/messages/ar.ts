import { grammarOf, isolated } from "../../../core/messages.ts";
import type { EmbedMessages } from "./en.ts";

const { plural } = grammarOf("ar");

export const ar: EmbedMessages = {
  live: "مباشر",
  reconnecting: "إعادة الاتصال",
  noLongerShared: "توقّفت المشاركة",
  notShared: "غير مُشارَك",
  notAvailable: "غير متاح",
  liveCountNotAvailable: "هذا العدد غير متاح.",
  changed: "تغيّر",
  count: "العدد",
  liveCount: (phrase) => `العدد: ${phrase}`,
  announced: (name, phrase) => `${isolated(name)}: ${phrase}`,

  countOf: (count, whole) => `${count} من ${whole}`,
  goal: (goal) => `الهدف ${goal}`,
  goalReached: "تحقّق الهدف",
  full: "ممتلئ",

  justNow: "الآن",
  secondsAgo: (seconds) => `قبل ${seconds} ث`,
  minutesAgo: (minutes) => `قبل ${minutes} د`,
  hoursAgo: (hours) => `قبل ${hours} س`,
  daysAgo: (days, value) =>
    plural(value, {
      zero: "اليوم",
      one: "قبل يوم",
      two: "قبل يومين",
      few: `قبل ${days} أيام`,
      many: `قبل ${days} يومًا`,
      other: `قبل ${days} يوم`,
    }),

  of: (whole) => `من ${whole}`,
  comeIn: "تفضّلوا بالدخول",
  almostFull: "شبه ممتلئ",
  pleaseWait: "يُرجى الانتظار",
  connecting: "جارٍ الاتصال",
  noNewsSince: (time) => `لا جديد منذ ${time}`,
  needsScript: "تحتاج هذه الشاشة إلى JavaScript.",
  tooOld: "هذا المتصفح قديم جدًا لعرض العدد المباشر.",
};
