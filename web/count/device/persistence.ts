let asked = false;

/** A browser that is short of space deletes what nobody asked it to keep. */
export function askToPersist(): void {
  if (asked) return;
  asked = true;
  void navigator.storage?.persist?.().catch(() => {});
}
