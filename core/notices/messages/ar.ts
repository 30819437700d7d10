import { grammarOf, isolated } from "../../messages.ts";
import type { MailMessages } from "./en.ts";

const { number, plural } = grammarOf("ar");

export const ar: MailMessages = {
  hasFired: (alert, place) => `${isolated(alert)}: ${isolated(place)}`,
  isArmedAgain: (alert, place) => `جاهز من جديد: ${isolated(alert)}، ${isolated(place)}`,
  alerts: (count) =>
    plural(count, {
      zero: "لا تنبيهات",
      one: "تنبيه واحد",
      two: "تنبيهان",
      few: `${number(count)} تنبيهات`,
      many: `${number(count)} تنبيهًا`,
      other: `${number(count)} تنبيه`,
    }),
  reached: (level, threshold, time) =>
    `${time}: ${number(level)}. ينطلق التنبيه عند ${number(threshold)}.`,
  timesFired: (times) =>
    plural(times, {
      zero: "لم ينطلق.",
      one: "انطلق مرة واحدة.",
      two: "انطلق مرتين.",
      few: `انطلق ${number(times)} مرات.`,
      many: `انطلق ${number(times)} مرة.`,
      other: `انطلق ${number(times)} مرة.`,
    }),
  armedSince: (time) => `جاهز من جديد منذ ${time}.`,
  show: "عرض التنبيه",
  more: (count) =>
    plural(count, {
      zero: "لا تنبيهات أخرى.",
      one: "لم يتسع هذا البريد لتنبيه آخر.",
      two: "لم يتسع هذا البريد لتنبيهين آخرين.",
      few: `لم يتسع هذا البريد لـ ${number(count)} تنبيهات أخرى.`,
      many: `لم يتسع هذا البريد لـ ${number(count)} تنبيهًا آخر.`,
      other: `لم يتسع هذا البريد لـ ${number(count)} تنبيه آخر.`,
    }),
  held: (mails) =>
    `وصلتك رسائل عددها ${number(mails)} خلال ساعة. تلخص هذه الرسالة ما حدث منذ ذلك الحين.`,
  why: (organization) => `تصلك هذه الرسالة لأنك مالك أو مشرف في ${isolated(organization)}.`,
  whyChosen: (organization) => `تصلك هذه الرسالة لأنك اخترت ذلك في ${isolated(organization)}.`,
  choose: "اختيار الإشعارات",
  unsubscribe: "إيقاف مثل هذه الرسائل",
  stopTitle: "هل تريد إيقاف مثل هذه الرسائل؟",
  stopAbout: "ستظل تصلك الرسائل عن الأمور الأخرى.",
  stop: "إيقاف",
  stoppedTitle: "تم إيقاف مثل هذه الرسائل",
  stoppedAbout:
    "إذا وصلتك رسالة أخرى فاستخدم الرابط الذي فيها، أو اختر من صفحة Notifications في لوحة التحكم.",
};
