/**
 * Keeps the start page and the counting page on the device, in the language of this page unless
 * another was chosen: they open without a network then.
 */
export function keepPagesOffline(): void {
  const { lang } = document.documentElement;
  void navigator.serviceWorker
    ?.register(`/count/worker.js?lang=${lang}`, { scope: "/", updateViaCache: "none" })
    .catch(() => {
      // Private windows have none; the pages then need a network to open. Elsewhere it was missing.
      addEventListener("online", keepPagesOffline, { once: true });
    });
}

/** True once they are kept. */
export function arePagesOffline(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}
