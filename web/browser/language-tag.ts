/** Some systems call a language "c" or "en-US@posix", and browsers pass it on; `Intl` throws at these. */
export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/**
 * A language of texts with the region and the clock of the viewer, whose first language says both: by the
 * first tag of that language that has a region, or else by where most of its speakers are. Who reads English
 * in Germany has 24 hours in a day, and German before "en-US", as Firefox lists them, is not the USA's.
 */
export function withRegion(language: string, preferred: readonly string[]): string {
  const tags = preferred.filter(isLanguageTag).map((tag) => new Intl.Locale(tag));
  const ofFirst = tags.filter((tag) => tag.language === tags[0]?.language);
  const own = ofFirst.find(({ region }) => region !== undefined) ?? ofFirst[0]?.maximize();
  if (own?.region === undefined) return language;
  // Of its own tag: with another language, some regions have another clock.
  const clock = new Intl.DateTimeFormat(String(own), { hour: "numeric" }).resolvedOptions();
  return `${language}-${own.region}-u-hc-${clock.hourCycle}`;
}

/** For libraries that pass the browser's language on to `Intl` unchecked, as uPlot does when it loads. */
export function ensureLanguageTag(): void {
  if (isLanguageTag(navigator.language)) return;
  const { locale } = new Intl.NumberFormat().resolvedOptions();
  Object.defineProperty(navigator, "language", { value: locale, configurable: true });
}
