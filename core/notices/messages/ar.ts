import { grammarOf, isolated } from "../../messages.ts";
import type { MailMessages } from "./en.ts";

const { number, plural } = grammarOf("ar");

export const ar: MailMessages = {
  hasFired: (alert, place) => `${isolated(alert)}: ${isolated(place)}`,
  isArmedAgain: (alert, place) => `دون الحد من جديد: ${isolated(alert)}، ${isolated(place)}`,
  several: (organization, first, more) => {
    const others = plural(more, {
      zero: `${number(more)} إشعار آخر`,
      one: "إشعار آخر",
      two: "إشعاران آخران",
      few: `${number(more)} إشعارات أخرى`,
      many: `${number(more)} إشعارًا آخر`,
      other: `${number(more)} إشعار آخر`,
    });
    return `${isolated(organization)}: ${first} و${others}`;
  },
  reached: (place, level, threshold, time) =>
    `بلغ العدد ${number(level)} في ${isolated(place)} يوم ${time} (التنبيه عند ${number(threshold)}).`,
  timesFired: (times) =>
    plural(times, {
      zero: "لم ينطلق.",
      one: "انطلق مرة واحدة.",
      two: "انطلق مرتين.",
      few: `انطلق ${number(times)} مرات.`,
      many: `انطلق ${number(times)} مرة.`,
      other: `انطلق ${number(times)} مرة.`,
    }),
  armedSince: (time) => `دون الحد من جديد منذ ${time}.`,
  isFailing: (endpoint, duration) => `متعطلة منذ ${duration}: ${isolated(endpoint)}`,
  failingSince: (time) => `لم ينجح أي تسليم منذ ${time}.`,
  timesFailed: (times) => `عدد الأعطال: ${number(times)}.`,
  works: (endpoint) => `تعمل من جديد: ${isolated(endpoint)}`,
  failedFrom: (since, time) => `تعطلت من ${since} إلى ${time}.`,
  unfinished: (count) => `عمليات تسليم لم تصل: ${count}. أعد إرسالها من هذه الصفحة:`,
  givenUp: (endpoint) => `توقفت محاولات التسليم: ${isolated(endpoint)}`,
  failed: (count) => `فشلت نهائيًا: ${count}. يمكن إعادة إرسالها من الصفحة.`,
  heldBack: (endpoint) => `عمليات تسليم محتجزة: ${isolated(endpoint)}`,
  paused: (time, count) => `متوقفة مؤقتًا منذ ${time}. المحتجزة: ${count}.`,
  roleChanged: (member) => `تغيّر الدور: ${isolated(member)}`,
  roles: { owner: "مالك", admin: "مشرف", member: "عضو" },
  fromTo: (time, from, to) => `${time}: من ${from} إلى ${to}.`,
  changedBy: (name) => `غيّره ${isolated(name)}.`,
  timesChanged: (times) => `عدد التغييرات: ${number(times)}.`,
  atLeast: (count) => `${number(count)} على الأقل`,
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
  number,
  show: "العرض في وحدة التحكم",
  more: (count) => `إشعارات لم يتسع لها هذا البريد: ${number(count)}.`,
  held: (mails) =>
    `وصلتك رسائل عددها ${number(mails)} خلال ساعة. تلخص هذه الرسالة ما حدث منذ ذلك الحين.`,
  test: (organization) => `رسائل ${isolated(organization)} تصل إلى هنا`,
  why: (organization) => `تصلك هذه الرسالة لأنك مالك أو مشرف في ${isolated(organization)}.`,
  whyMember: (organization) => `تصلك هذه الرسالة لأنك عضو في ${isolated(organization)}.`,
  whyChosen: (organization) => `لقد اخترت تلقي مثل هذه الرسائل من ${isolated(organization)}.`,
  choose: "اختيار الإشعارات",
  unsubscribe: "إيقاف مثل هذه الرسائل",
  kinds: {
    alert: "التنبيهات",
    endpoint: "نقاط النهاية المتعطلة",
    deliveries: "عمليات التسليم المتوقفة أو المحتجزة",
    role: "تغيّر الأدوار",
    report: "التقرير الأسبوعي",
  },
  stopTitle: "هل تريد إيقاف مثل هذه الرسائل؟",
  stopAbout: "ستظل تصلك الرسائل عن الأمور الأخرى.",
  stop: "إيقاف",
  stoppedTitle: "تم إيقاف مثل هذه الرسائل",
  stoppedAbout:
    "إذا وصلتك رسالة أخرى فاستخدم الرابط الذي فيها، أو اختر من صفحة Notifications في وحدة التحكم.",
  incompleteTitle: "هذا الرابط غير مكتمل",
  incompleteAbout: "انسخ الرابط كاملًا من الرسالة، أو اختر من صفحة Notifications في وحدة التحكم.",
};
