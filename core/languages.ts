/** The languages of the pages for people who count, join or watch; the first is the default. */
export const languages = ["en", "de", "fr", "es", "pt", "nl", "ja", "ar"] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = languages[0];

/** Each language by its own name. */
export const languageNames: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  pt: "Português",
  nl: "Nederlands",
  ja: "日本語",
  ar: "العربية",
};

export function isLanguage(text: string | null | undefined): text is Language {
  return languages.some((language) => language === text);
}

export function directionOf(language: Language): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}

/** The first of our languages that an Accept-Language header asks for (RFC 9110 §12.5.4). */
export function wishedLanguage(acceptLanguage = ""): Language | undefined {
  const wishes = acceptLanguage.split(",").map((wish) => {
    const [range = "", quality] = wish.toLowerCase().split(";");
    const weight = Number(quality?.replace(/\s*q\s*=/, "") ?? 1);
    return { language: range.trim().split("-")[0], weight };
  });
  const inOrder = wishes.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return inOrder.map(({ language }) => language).find(isLanguage);
}
