import { expect, test } from "vitest";
import { type Language, languages, wishedLanguage } from "../../../core/languages.ts";
import { grammarOf } from "../../../core/messages.ts";
import { sheetMessages } from "../../../web/console/gates/sheet-messages.ts";
import { languageOf } from "../../../web/embed/language.ts";
import { allMessages } from "../../../web/languages/all-messages.ts";

type Messages = { [name: string]: string | Messages | ((...values: never[]) => string) };

/** Texts for the names of a message, and numbers that are no one's plural form of their own. */
const arguments_ = ["Ä-1", "Ö-2", 345_678] as const;
const facts = { amount: "Ä-1", isOne: false, name: "Ö-2", ofAnother: true, fate: "to_send" };

/** Which parameters of a message are names. */
function nameParameters(message: (...values: unknown[]) => string): boolean[] {
  const parameters = /^\(([^)]*)\)/.exec(String(message))?.[1]?.split(",") ?? [];
  return parameters.map((name) => ["name", "email", "own"].includes(name.trim()));
}

/** Every message by its path, with values that a reader must find in it again. */
function spoken(messages: Messages, path = ""): [path: string, text: string][] {
  return Object.entries(messages).flatMap(([name, message]): [string, string][] => {
    const own = `${path}${name}`;
    if (typeof message === "string") return [[own, message]];
    if (typeof message === "object") return spoken(message, `${own}.`);
    const say = message as (...values: unknown[]) => string;
    if (name === "tapsLine") return [[own, say(facts)]];
    return [
      [`${own} of texts`, say(arguments_[0], arguments_[1])],
      [
        `${own} of numbers`,
        say(
          ...nameParameters(say).map((isName, at) =>
            (isName ? String : Number)([arguments_[2], 45][at]),
          ),
        ),
      ],
    ];
  });
}

function allSpoken(language: Language) {
  const sheet = sheetMessages[language];
  const messages: unknown = {
    ...allMessages[language],
    embed: languageOf(language).messages,
    sheet,
  };
  return spoken(messages as Messages);
}

const english = new Map(allSpoken("en"));

/** What of a message's values is in the text, whatever the language writes between digits. */
function valuesIn(text: string): string[] {
  const plain = text.replace(/(?<=\d)[.,\s\u202f\u00a0](?=\d{3})/g, "");
  return ["Ä-1", "Ö-2", "345678", "45"].filter((value) =>
    new RegExp(`(?<!\\d)${value}(?!\\d)`).test(plain),
  );
}

test.each(languages)(
  "%s has a text for every message, with the values of the English one",
  (to) => {
    const wrong = allSpoken(to).filter(([path, text]) => {
      const origin = english.get(path) ?? "";
      if (text === "") return origin !== "";
      return valuesIn(text).join() !== valuesIn(origin).join();
    });
    expect(wrong).toEqual([]);
  },
);

/** Turns what follows it round, and ends an isolation before its own end. */
const hostileName = "\u202eÜ-3\u2069";

/** Each message that says a name, with its text where every name in it is hostile. */
function withHostileNames(messages: Messages, path = ""): [path: string, text: string][] {
  return Object.entries(messages).flatMap(([key, message]): [string, string][] => {
    const own = `${path}${key}`;
    if (typeof message === "string") return [];
    if (typeof message === "object") return withHostileNames(message, `${own}.`);
    const say = message as (...values: unknown[]) => string;
    if (key === "tapsLine") return [[own, say({ ...facts, name: hostileName, ofAnother: false })]];
    const isName = nameParameters(say);
    if (!isName.includes(true)) return [];
    return [[own, say(...isName.map((isOne) => (isOne ? hostileName : 1)))]];
  });
}

test.each(languages)("%s isolates every name, whatever the name has in it", (language) => {
  const messages: unknown = { ...allMessages[language], embed: languageOf(language).messages };
  const said = withHostileNames(messages as Messages);
  expect(said.length).toBeGreaterThan(9);
  const open = said.filter(([, text]) =>
    /[\u202a-\u202e\u2066-\u2069]|Ü-3/.test(text.replaceAll("\u2068Ü-3\u2069", "")),
  );
  expect(open).toEqual([]);
});

test.each(languages)("%s has the plural forms that Intl knows", (language) => {
  const forms = { zero: "", one: "", two: "", few: "", many: "", other: "" };
  const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const { plural } = grammarOf(language);
  const named = Object.fromEntries(Object.keys(forms).map((form) => [form, form]));
  const said = [0, 1, 2, 3, 11, 100, 1_000_000].map((count) =>
    plural(count, named as typeof forms),
  );
  expect(new Set(said)).toEqual(new Set(known));
});

test("Arabic says each of its plural forms", () => {
  const said = [1, 2, 3, 11, 100, 103].map((taps) => allMessages.ar.count.amount(taps, 0));
  expect(said).toEqual(["نقرة واحدة", "نقرتان", "3 نقرات", "11 نقرة", "100 نقرة", "103 نقرات"]);
  expect(allMessages.ar.count.amount(2, 1)).toBe("نقرتان وتراجع واحد");
});

test("a language without a message is a type error", () => {
  const { title: _, ...others } = allMessages.de.count;
  // @ts-expect-error The title is missing.
  const incomplete: typeof allMessages.de.count = others;
  // @ts-expect-error Arabic has six forms.
  expect(grammarOf("ar").plural(2, { one: "1", other: "2" })).toBe("2");
  expect(incomplete).not.toHaveProperty("title");
});

test.each<[string | undefined, Language | undefined]>([
  [undefined, undefined],
  ["", undefined],
  ["de-CH,de;q=0.9,en;q=0.8", "de"],
  ["da, en-GB;q=0.8, fr;q=0.9", "fr"],
  ["pt-PT", "pt"],
  ["fr;q=0, ja;q=0.1", "ja"],
  ["*", undefined],
  ["zh-Hant", undefined],
  ["ar;q=nonsense, nl", "nl"],
])("a browser that asks for %s is spoken to in %s", (header, language) => {
  expect(wishedLanguage(header)).toBe(language);
});
