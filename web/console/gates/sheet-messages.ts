import type { Language } from "../../../core/languages.ts";

/** What a printed sheet says. Pages and buttons of the console are named as they are there. */
interface SheetMessages {
  invitation: string;
  scan: string;
  tap: string;
  pocket: string;
  ends: (time: string) => string;
  printed: (date: string) => string;
  lost: string;
}

export const sheetMessages: Record<Language, SheetMessages> = {
  en: {
    invitation: "Count here with your phone: no app, no account.",
    scan: "Scan the code",
    tap: "Tap to count",
    pocket: "Pocket it: no tap is lost",
    ends: (time) => `Valid until ${time}.`,
    printed: (date) => `Printed on ${date}.`,
    lost: "Is this sheet lost? Whoever has the code can count. Revoke the link in the console, under “Gates”, and print a new one.",
  },
  de: {
    invitation: "Hier zählt dein Handy: ohne App, ohne Konto.",
    scan: "Code scannen",
    tap: "Zum Zählen tippen",
    pocket: "Einstecken: nichts geht verloren",
    ends: (time) => `Gültig bis ${time}.`,
    printed: (date) => `Gedruckt am ${date}.`,
    lost: "Blatt verloren? Wer den Code hat, kann zählen. Sperre den Link in der Konsole (dort „Gates“, „Revoke“) und drucke einen neuen.",
  },
  fr: {
    invitation: "Comptez ici avec votre téléphone, sans application ni compte.",
    scan: "Scannez le code",
    tap: "Touchez pour compter",
    pocket: "Rangez-le\u00a0: rien n’est perdu",
    ends: (time) => `Valable jusqu’au ${time}.`,
    printed: (date) => `Imprimé le ${date}.`,
    lost: "Feuille perdue\u00a0? Quiconque a le code peut compter. Révoquez le lien dans la console («\u00a0Gates\u00a0», «\u00a0Revoke\u00a0») et imprimez-en un autre.",
  },
  es: {
    invitation: "Cuenta aquí con tu móvil: sin aplicación ni cuenta.",
    scan: "Escanea el código",
    tap: "Toca para contar",
    pocket: "Guárdalo: no se pierde nada",
    ends: (time) => `Válido hasta: ${time}.`,
    printed: (date) => `Impreso: ${date}.`,
    lost: "¿Se ha perdido esta hoja? Quien tenga el código puede contar. Revoca el enlace en la consola («Gates», «Revoke») e imprime uno nuevo.",
  },
  pt: {
    invitation: "Conte aqui com seu celular: sem aplicativo, sem conta.",
    scan: "Escaneie o código",
    tap: "Toque para contar",
    pocket: "Guarde-o: nada se perde",
    ends: (time) => `Válido até ${time}.`,
    printed: (date) => `Impresso em ${date}.`,
    lost: "Perdeu esta folha? Quem tiver o código pode contar. Cancele o link no console (“Gates”, “Revoke”) e imprima um novo.",
  },
  nl: {
    invitation: "Tel hier met je telefoon: zonder app, zonder account.",
    scan: "Scan de code",
    tap: "Tik om te tellen",
    pocket: "Steek hem weg: niets gaat verloren",
    ends: (time) => `Geldig tot ${time}.`,
    printed: (date) => `Afgedrukt op ${date}.`,
    lost: "Is dit blad kwijt? Wie de code heeft, kan tellen. Trek de link in de console in (“Gates”, “Revoke”) en druk een nieuwe af.",
  },
  ja: {
    invitation: "スマートフォンでカウントできます。アプリもアカウントも不要です。",
    scan: "コードを読み取る",
    tap: "タップで数える",
    pocket: "ポケットに入れても記録は残ります",
    ends: (time) => `有効期限：${time}`,
    printed: (date) => `印刷日：${date}`,
    lost: "この紙をなくした場合、コードを持つ人は誰でもカウントできます。コンソールの「Gates」で「Revoke」を選び、新しいリンクを印刷してください。",
  },
  ar: {
    invitation: "عُدّ هنا بهاتفك: بلا تطبيق وبلا حساب.",
    scan: "امسح الرمز",
    tap: "انقر لتعدّ",
    pocket: "ضعه في جيبك: لا يضيع شيء",
    ends: (time) => `صالح حتى ${time}.`,
    printed: (date) => `طُبعت في ${date}.`,
    lost: "هل ضاعت هذه الورقة؟ كل من لديه الرمز يستطيع العدّ. ألغِ الرابط في لوحة التحكم («Gates» ثم «Revoke») واطبع رابطًا جديدًا.",
  },
};
