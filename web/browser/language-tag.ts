/** Some systems call a language "c" or "en-US@posix", and browsers pass it on; `Intl` throws at these. */
export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** For libraries that pass the browser's language on to `Intl` unchecked, as uPlot does when it loads. */
export function ensureLanguageTag(): void {
  if (isLanguageTag(navigator.language)) return;
  const { locale } = new Intl.NumberFormat().resolvedOptions();
  Object.defineProperty(navigator, "language", { value: locale, configurable: true });
}
