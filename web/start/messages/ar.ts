import { grammarOf, isolated } from "../../../core/messages.ts";
import type { StartMessages } from "./en.ts";

const { number } = grammarOf("ar");

export const ar: StartMessages = {
  loading: "جارٍ التحميل…",
  wrong: "حدث خطأ ما. أعد تحميل الصفحة.",
  unreachable: "تعذّر الاتصال بالخدمة. تعيد الصفحة المحاولة تلقائيًا.",
  noConnection: "لا يوجد اتصال",
  tryAgain: "أعد المحاولة",
  startPage: "الانتقال إلى الصفحة الرئيسية",
  language: "اللغة",
  stillLoading: "لا يزال التحميل جاريًا: الاتصال بطيء",
  notLoadedTitle: "لم تُحمَّل الصفحة بعد",
  notLoaded: "الاتصال بطيء، أو أن جزءًا من الصفحة لم يصل.",
  needsScript: "تحتاج هذه الصفحة إلى JavaScript.",
  tooOld: "هذا المتصفح قديم جدًا لعرض هذه الصفحة: حدّثه أو استخدم متصفحًا آخر.",
  missingTitle: "هذه الصفحة غير موجودة",
  missing: "قد يكون العنوان غير صحيح، أو حُذفت الصفحة.",

  welcomeTitle: "العدّ عند الباب.",
  welcome: "نقرة واحدة لكل من يدخل أو يخرج. يعمل بلا شبكة، ولا تضيع أي نقرة.",
  signIn: "تسجيل الدخول",
  example: "مثال",
  gateHint: "هل وصلك رابط للعدّ؟ افتحه على هاتفك، فلا حاجة إلى حساب.",
  pasteLink: "لصق رابط للعدّ",
  gateLink: "الرابط",
  openLink: "فتح",
  noGateLink: "لا يوجد هنا رابط للعدّ. انسخ الرابط كاملًا.",
  scanCode: "مسح رمز QR",
  apart:
    "لا يتشارك هذا التطبيق والمتصفح الروابط ولا النقرات. إن كنت قد عددت في المتصفح فافتح هذه الصفحة هناك مرة أخرى: ما لم يُرسَل هناك لا يُرسَل إلا من هناك.",
  signInBelow: "هل تنتمي إلى مؤسسة؟",

  signedIn: "تم تسجيل الدخول",
  signOut: "تسجيل الخروج",
  signOutEverywhere: "تسجيل الخروج من كل الأجهزة",
  signOutFailed: "لم ينجح تسجيل الخروج. حاول مرة أخرى.",
  tapsStay: "ما لم يُرسَل بعد يبقى على هذا الجهاز حتى يسجّل الشخص نفسه الدخول من جديد.",

  roles: { owner: "مالك", admin: "مشرف", member: "عضو" },
  noOrganizationTitle: "لست في أي مؤسسة بعد.",
  noOrganization: "اطلب من مالك أو مشرف أن يدعوك.",
  organizations: "المؤسسات",
  seeAll: "كل العدّادات",
  manage: "إدارة",
  deletionUnfinished: (name) => `لم يكتمل حذف ${isolated(name)} بعد.`,
  goOnDeleting: "متابعة الحذف",

  counters: "العدّادات",
  countersHere: "العدّادات على هذا الهاتف",
  find: "ابحث عن عدّاد",
  locked: "مقفل",
  outOfDate: "بلا اتصال: قد تكون هذه الأرقام قديمة.",
  readTooMuch: "الصفحات المفتوحة كثيرة. تتحدّث الأرقام من جديد خلال دقيقة.",
  noCounters: "لا توجد عدّادات في هذه المؤسسة بعد.",
  noMatch: "لا يوجد عدّاد بهذا الاسم.",
  firstOf: (shown, found) => `أول ${number(shown)} من ${number(found)}.`,

  gatesHere: "البوابات على هذا الهاتف",
  whereToCount: "أين تعدّ؟",
  gateIncompleteTitle: "الرابط غير مكتمل",
  gateIncomplete: "ينقصه جزء. افتح الرابط كاملًا، أو اطلب رابطًا جديدًا.",
  gateClosedTitle: "هذا الرابط لم يعد صالحًا",
  gateClosed: "أُلغي أو انتهت صلاحيته أو أنه غير مكتمل. اطلب رابطًا جديدًا.",
  gateEnded: "انتهى العدّ عند هذه البوابة.",
  namedGateEndedTitle: (name) => `انتهى العدّ عند البوابة ${isolated(name)}`,
  gateEndedText: "لم يعد العدّ ممكنًا بهذا الرابط. اطلب رابطًا جديدًا.",
  noResponseTitle: "لا توجد استجابة",
  noResponse: "تحقّق من الشبكة أو انتظر دقيقة، ثم حاول مرة أخرى.",

  invitation: "دعوة",
  invitedAs: {
    owner: "أنت مدعوّ بصفة مالك.",
    admin: "أنت مدعوّ بصفة مشرف.",
    member: "أنت مدعوّ بصفة عضو.",
  },
  role: "الدور",
  invitedAddress: "إلى",
  validUntil: "صالحة حتى",
  signInToAccept: "سجّل الدخول للقبول",
  signInWith: (email) => `سجّل الدخول بالعنوان ${isolated(email)}، فالدعوة موجّهة إليه.`,
  noAddress: (email) =>
    `ليس للحساب الذي سجّلت الدخول به عنوان بريد، والدعوة موجّهة إلى ${isolated(email)}. سجّل الخروج، ثم سجّل الدخول بحساب له هذا العنوان. وإن كان لحسابك هذا العنوان، فاطلب من مسؤول تسجيل الدخول أن يشاركه مع هذه الخدمة.`,
  otherAddress: (own, email) =>
    `سجّلت الدخول بالعنوان ${isolated(own)}، لكن الدعوة موجّهة إلى ${isolated(email)}. سجّل الخروج، ثم سجّل الدخول بهذا العنوان.`,
  accept: "قبول",
  acceptFailed: "تعذّر الاتصال بالخدمة. حاول مرة أخرى.",
  acceptRefused: "لم ينجح ذلك.",
  signedInAs: (name) => `سجّلت الدخول باسم ${isolated(name)}.`,
  invitationInvalidTitle: "هذه الدعوة غير صالحة",
  invitationInvalid: "استُخدمت أو سُحبت أو مضى عليها أكثر من 7 أيام. اطلب دعوة جديدة.",

  tapsHere: "ما زال على هذا الجهاز",
  tapsLine: ({ amount, name, ofAnother, fate }) => {
    const whose = ofAnother ? `${isolated(name)} (شخص آخر)` : isolated(name);
    const fates = {
      not_counted: "لم يُحتسب",
      not_accepted: "لم يُقبل",
      to_send: "في انتظار الإرسال",
      until_sign_in: "في انتظار أن يسجّل الشخص نفسه الدخول",
    };
    return `${whose}: ${amount}، ${fates[fate]}`;
  },
};
