import type { Language } from "../languages.ts";
import { grammarOf, isolated } from "../messages.ts";

interface ChatMessages {
  /** Notices that had no room; a link follows. */
  more(count: number): string;
  held(messages: number): string;
  test(organization: string): string;
}

const [en, de, fr, es] = [grammarOf("en"), grammarOf("de"), grammarOf("fr"), grammarOf("es")];
const [pt, nl, ja, ar] = [grammarOf("pt"), grammarOf("nl"), grammarOf("ja"), grammarOf("ar")];

/** The texts that only messages to chat channels have; the others are those of mails. */
export const chatMessages: Record<Language, ChatMessages> = {
  en: {
    more: (count) =>
      en.plural(count, { one: "And one more:", other: `And ${en.number(count)} more:` }),
    held: (messages) =>
      `${en.number(messages)} messages came here within an hour. This one says what has happened since then.`,
    test: (organization) =>
      `This is a test message from ${isolated(organization)}. Notices will appear here.`,
  },
  de: {
    more: (count) =>
      de.plural(count, {
        one: "Und eine weitere Benachrichtigung:",
        other: `Und ${de.number(count)} weitere Benachrichtigungen:`,
      }),
    held: (messages) =>
      `Innerhalb einer Stunde kamen hier ${de.number(messages)} Nachrichten an. Diese sagt, was seitdem geschehen ist.`,
    test: (organization) =>
      `Dies ist eine Testnachricht von ${isolated(organization)}. Benachrichtigungen erscheinen hier.`,
  },
  fr: {
    more: (count) =>
      fr.plural(count, {
        one: "Et une autre notification :",
        many: `Et ${fr.number(count)} d’autres notifications :`,
        other: `Et ${fr.number(count)} autres notifications :`,
      }),
    held: (messages) =>
      `${fr.number(messages)} messages sont arrivés ici en une heure. Celui-ci indique ce qui s’est passé depuis.`,
    test: (organization) =>
      `Ceci est un message de test de ${isolated(organization)}. Les notifications apparaîtront ici.`,
  },
  es: {
    more: (count) =>
      es.plural(count, {
        one: "Y una notificación más:",
        many: `Y ${es.number(count)} de notificaciones más:`,
        other: `Y ${es.number(count)} notificaciones más:`,
      }),
    held: (messages) =>
      `En una hora llegaron aquí ${es.number(messages)} mensajes. Este dice lo que ha ocurrido desde entonces.`,
    test: (organization) =>
      `Este es un mensaje de prueba de ${isolated(organization)}. Las notificaciones aparecerán aquí.`,
  },
  pt: {
    more: (count) =>
      pt.plural(count, {
        one: "E mais uma notificação:",
        many: `E mais ${pt.number(count)} de notificações:`,
        other: `E mais ${pt.number(count)} notificações:`,
      }),
    held: (messages) =>
      `Em uma hora chegaram aqui ${pt.number(messages)} mensagens. Esta diz o que aconteceu desde então.`,
    test: (organization) =>
      `Esta é uma mensagem de teste de ${isolated(organization)}. As notificações aparecerão aqui.`,
  },
  nl: {
    more: (count) =>
      nl.plural(count, {
        one: "En nog één melding:",
        other: `En nog ${nl.number(count)} meldingen:`,
      }),
    held: (messages) =>
      `Binnen een uur kwamen hier ${nl.number(messages)} berichten binnen. Dit bericht zegt wat er sindsdien is gebeurd.`,
    test: (organization) =>
      `Dit is een testbericht van ${isolated(organization)}. Meldingen verschijnen hier.`,
  },
  ja: {
    more: (count) => ja.plural(count, { other: `ほかに${ja.number(count)}件の通知:` }),
    held: (messages) =>
      `1時間以内に${ja.number(messages)}件のメッセージが届きました。このメッセージはその後の出来事をお知らせします。`,
    test: (organization) =>
      `${isolated(organization)}からのテストメッセージです。通知はここに表示されます。`,
  },
  ar: {
    more: (count) =>
      ar.plural(count, {
        zero: `و${ar.number(count)} إشعار آخر:`,
        one: "وإشعار آخر:",
        two: "وإشعاران آخران:",
        few: `و${ar.number(count)} إشعارات أخرى:`,
        many: `و${ar.number(count)} إشعارًا آخر:`,
        other: `و${ar.number(count)} إشعار آخر:`,
      }),
    held: (messages) =>
      `وصلت إلى هنا رسائل عددها ${ar.number(messages)} خلال ساعة. تخبر هذه الرسالة بما حدث منذ ذلك الحين.`,
    test: (organization) => `هذه رسالة تجريبية من ${isolated(organization)}. ستظهر الإشعارات هنا.`,
  },
};
