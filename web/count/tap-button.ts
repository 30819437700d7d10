/** Browsers send a click right after the finger lifts; assistive technology sends only a click. */
const clickFollowsMs = 400;

/** How long a finger holds a button that counts only what is meant. */
export const holdMs = 500;

export interface TapButtonEvents {
  onTap(): void;
  /** True while a finger has to hold the button. */
  mustHold?(): boolean;
  /** A finger that has to hold it has lifted too early. */
  onTooShort?(): void;
}

/**
 * Calls `onTap` once for each finger that lifts within the button, and for each click by keyboard or
 * assistive technology. Several fingers are several taps. Where a finger must hold the button, its tap
 * counts as soon as it has.
 */
export function onEachTap(
  button: HTMLButtonElement,
  { onTap, mustHold = () => false, onTooShort }: TapButtonEvents,
): void {
  /** Fingers on the button, with the timer of those that have to hold it; undefined once it counted. */
  const down = new Map<number, { timer?: ReturnType<typeof setTimeout>; holds: boolean }>();
  let liftedMs = Number.NEGATIVE_INFINITY;
  /** A mouse that had to hold the button has left it; released there all the same, it clicks. */
  let leftHolding = false;

  const show = () => {
    button.classList.toggle("pressed", down.size > 0);
    button.classList.toggle(
      "holding",
      [...down.values()].some(({ timer }) => timer !== undefined),
    );
  };
  const lift = (pointerId: number) => {
    const finger = down.get(pointerId);
    clearTimeout(finger?.timer);
    down.delete(pointerId);
    show();
    return finger;
  };

  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || button.disabled) return;
    const { pointerId } = event;
    leftHolding = false;
    const holds = mustHold() && !isVirtual(event);
    const counted = () => {
      const finger = down.get(pointerId);
      if (finger === undefined) return;
      delete finger.timer;
      show();
      if (!button.disabled) onTap();
    };
    down.set(pointerId, { holds, ...(holds && { timer: setTimeout(counted, holdMs) }) });
    show();
  });

  button.addEventListener("pointerup", (event) => {
    const finger = lift(event.pointerId);
    if (finger === undefined) return;
    liftedMs = event.timeStamp;
    if (finger.timer !== undefined) onTooShort?.();
    if (finger.holds || button.disabled || !isWithin(button, event)) return;
    onTap();
  });

  for (const type of ["pointercancel", "lostpointercapture"] as const) {
    button.addEventListener(type, (event) => void lift(event.pointerId));
  }
  button.addEventListener("pointerleave", (event) => {
    // A mouse that leaves is released somewhere else.
    if (event.pointerType === "mouse" && lift(event.pointerId)?.holds) leftHolding = true;
  });

  button.addEventListener("click", (event) => {
    // The one that belongs to the finger, which has counted already or was not within the button.
    if (event.detail > 0 && (leftHolding || event.timeStamp - liftedMs < clickFollowsMs)) return;
    onTap();
  });

  button.addEventListener("keydown", (event) => {
    // A key that is held down would click again and again.
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

/** Screen readers of phones send what looks like a touch, but of no size. */
function isVirtual({ width, height, pressure }: PointerEvent): boolean {
  return (width === 0 && height === 0) || (width <= 1 && height <= 1 && pressure === 0);
}

function isWithin(button: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
