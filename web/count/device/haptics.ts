const patterns = {
  up: [12],
  down: [10, 40, 10],
  /** It is full: unlike any count. */
  stop: [250, 90, 250],
  failure: [80, 60, 80, 60, 80],
};

/** Lets the device vibrate, where it can and the person has touched the page. */
export function vibrate(what: keyof typeof patterns): void {
  // Before that browsers forbid it, and complain.
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    navigator.vibrate?.(patterns[what]);
  } catch {
    // Some browsers forbid it; nobody needs to know.
  }
}
