/** Some systems call a language "c" or "en-US@posix", and browsers pass it on; `Intl` throws at these. */
export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/**
 * A language with the region of the first tag that has one. Who reads English in Germany has 24 hours in
 * a day, whatever follows German in the browser's list.
 */
export function withRegion(language: string, preferred: readonly string[]): string {
  const regions = preferred.filter(isLanguageTag).map((tag) => new Intl.Locale(tag).region);
  const region = regions.find((one) => one !== undefined);
  return region === undefined ? language : `${language}-${region}`;
}

/** For libraries that pass the browser's language on to `Intl` unchecked, as uPlot does when it loads. */
export function ensureLanguageTag(): void {
  if (isLanguageTag(navigator.language)) return;
  const { locale } = new Intl.NumberFormat().resolvedOptions();
  Object.defineProperty(navigator, "language", { value: locale, configurable: true });
}
