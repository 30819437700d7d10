/** How long a link may take to load the next page. */
const leavingMs = 2_000;

/**
 * Asks before a person leaves while something waits. The page's own links need no warning, because
 * taps are stored before they are shown; nor does a page that loads itself again for another person.
 */
export function warnBeforeLeaving(hasWaiting: () => boolean): void {
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || target.closest("a[href]") === null) return;
    if (target.closest("a[download]") !== null) return;
    leave();
    setTimeout(stay, leavingMs);
  });
  addEventListener("pageshow", stay);
  addEventListener("beforeunload", (event) => {
    if (document.body.dataset.leaving === "yes") return;
    if (hasWaiting()) event.preventDefault();
  });
}

/** No warning from here on: the page leaves by itself. */
export function leave(): void {
  document.body.dataset.leaving = "yes";
}

function stay(): void {
  delete document.body.dataset.leaving;
}
