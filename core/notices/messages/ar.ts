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
  report: (organization, dates) => `التقرير الأسبوعي: ${isolated(organization)}، ${dates}`,
  reportIn: "دخول",
  reportOut: "خروج",
  reportBefore: "الأسبوع السابق",
  reportChange: "التغيّر",
  reportPeak: "الذروة",
  reportAll: "كل الأشخاص",
  reportApart: "ليس أشخاصًا فقط",
  reportBeside: (before) => `يُقارن الدخول بالفترة ${before}.`,
  reportBesideSome: (dates) => `التغيّر يخص ${dates}: لا مقابل للأيام الأخرى.`,
  reportEmpty: "لم يُعدّ أي شيء.",
  reportMore: (count) =>
    plural(count, {
      zero: "لا صفوف أخرى.",
      one: "لم يتسع هذا البريد لصف آخر.",
      two: "لم يتسع هذا البريد لصفين آخرين.",
      few: `لم يتسع هذا البريد لـ ${number(count)} صفوف أخرى.`,
      many: `لم يتسع هذا البريد لـ ${number(count)} صفًا آخر.`,
      other: `لم يتسع هذا البريد لـ ${number(count)} صف آخر.`,
    }),
  reportShow: "عرض التقرير",
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
};
