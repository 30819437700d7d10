/** So many clicks may still be under way when fingers tap fast on a slow device. */
const maximumOwed = 10;

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
  const clicks = new OwedClicks();

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
    clicks.pressed(event);
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
    clicks.lifted(event);
    // Sliding off the button cancels the tap.
    if (button.disabled || !isWithin(button, event)) return;
    if (finger.timer !== undefined) onTooShort?.();
    if (!finger.holds) onTap();
  });

  for (const type of ["pointercancel", "lostpointercapture"] as const) {
    button.addEventListener(type, (event) => void lift(event.pointerId));
  }
  button.addEventListener("pointerleave", (event) => {
    // A mouse that leaves is released somewhere else. If it had to hold the button and is released
    // there all the same, its click counts nothing.
    if (event.pointerType === "mouse" && lift(event.pointerId)?.holds) clicks.lifted(event);
  });

  button.addEventListener("click", (event) => {
    if (!clicks.isOwed(event)) onTap();
  });

  button.addEventListener("keydown", (event) => {
    // A key that is held down would click again and again.
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

/**
 * The clicks that pointers cause after they have lifted: at once or much later, as the engine likes.
 * Their pointers have counted already, or were not within the button. Keyboards and assistive
 * technology click without a pointer.
 */
class OwedClicks {
  /** Ids of pointers whose click has not come, the first that lifted first. */
  readonly #owed: number[] = [];

  pressed({ pointerId, pointerType }: PointerEvent): void {
    // A mouse clicks before it is pressed again, or not at all.
    if (pointerType === "mouse") this.#settle(pointerId);
  }

  lifted({ pointerId, isPrimary }: PointerEvent): void {
    // Of several fingers at once only the first can click.
    if (isPrimary) this.#owed.push(pointerId);
    if (this.#owed.length > maximumOwed) this.#owed.shift();
  }

  /** Whether a click belongs to a pointer that has lifted; true once for each of them. */
  isOwed(click: MouseEvent & Partial<Pick<PointerEvent, "pointerId" | "pointerType">>): boolean {
    if (click.detail === 0 || click.pointerId === -1 || click.pointerType === "") return false;
    // Not all engines say which pointer it was, or say it right.
    return this.#settle(click.pointerId) || this.#owed.shift() !== undefined;
  }

  /** Pointers that lifted before this one click no more. */
  #settle(pointerId: number | undefined): boolean {
    const index = pointerId === undefined ? -1 : this.#owed.indexOf(pointerId);
    this.#owed.splice(0, index + 1);
    return index >= 0;
  }
}

/** Screen readers of phones send what looks like a touch, but of no size. */
function isVirtual({ width, height, pressure }: PointerEvent): boolean {
  return (width === 0 && height === 0) || (width <= 1 && height <= 1 && pressure === 0);
}

function isWithin(button: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
