const patterns = {
  up: [12],
  down: [10, 40, 10],
  failure: [80, 60, 80, 60, 80],
};

/** Lets the device vibrate, where it can and the person has touched the page. */
export function vibrate(what: keyof typeof patterns): void {
  try {
    navigator.vibrate?.(patterns[what]);
  } catch {
    // Some browsers forbid it; nobody needs to know.
  }
}
