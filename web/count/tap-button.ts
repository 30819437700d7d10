/** Browsers send a click right after the finger lifts; assistive technology sends only a click. */
const clickFollowsMs = 400;

/**
 * Calls `onTap` once for each finger that lifts within the button, and for each click by keyboard or
 * assistive technology. Several fingers are several taps.
 */
export function onEachTap(button: HTMLButtonElement, onTap: () => void): void {
  const down = new Set<number>();
  let liftedMs = Number.NEGATIVE_INFINITY;

  const press = () => button.classList.toggle("pressed", down.size > 0);

  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || button.disabled) return;
    down.add(event.pointerId);
    press();
  });

  button.addEventListener("pointerup", (event) => {
    if (!down.delete(event.pointerId)) return;
    press();
    liftedMs = event.timeStamp;
    if (button.disabled || !isWithin(button, event)) return;
    onTap();
  });

  for (const type of ["pointercancel", "lostpointercapture"] as const) {
    button.addEventListener(type, (event) => {
      down.delete(event.pointerId);
      press();
    });
  }
  button.addEventListener("pointerleave", (event) => {
    // A mouse that leaves is released somewhere else.
    if (event.pointerType !== "mouse") return;
    down.delete(event.pointerId);
    press();
  });

  button.addEventListener("click", (event) => {
    // The one that belongs to the finger, which has counted already or was not within the button.
    if (event.detail > 0 && event.timeStamp - liftedMs < clickFollowsMs) return;
    onTap();
  });

  button.addEventListener("keydown", (event) => {
    // A key that is held down would click again and again.
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

function isWithin(button: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
