import { describe, expect, test } from "vitest";
import { onEachTap } from "../../../web/count/tap-button.ts";

/** How engines report the click that a pointer causes. */
const engines = {
  "a click without a pointer's id": () => ({}),
  "a click with the pointer's id": (pointerId: number) => ({ pointerId }),
  "a click with another id": () => ({ pointerId: 0 }),
};

type Sent = [type: string, facts: object];

const touch = { pointerType: "touch", isPrimary: true, button: 0, width: 20, height: 20 };
const finger = (pointerId: number, facts = {}): Sent[] =>
  ["pointerdown", "pointerup"].map((type) => [
    type,
    { ...touch, pointerId, clientX: 10, clientY: 10, ...facts },
  ]);
const click = (facts: object): Sent => ["click", { detail: 1, ...facts }];

/** Sends events to a button, each a second after the one before. Returns how often it counted. */
function counted(events: Sent[], wiring: Partial<Parameters<typeof onEachTap>[1]> = {}): number {
  const button = Object.assign(new EventTarget(), {
    disabled: false,
    classList: { toggle: () => true },
    getBoundingClientRect: () => ({ left: 0, right: 100, top: 0, bottom: 100 }),
  });
  let taps = 0;
  const onTap = () => {
    taps++;
  };
  onEachTap(button as unknown as HTMLButtonElement, { onTap, ...wiring });
  for (const [index, [type, facts]] of events.entries()) {
    const event = Object.assign(new Event(type), facts);
    Object.defineProperty(event, "timeStamp", { value: 1_000 * index });
    button.dispatchEvent(event);
  }
  return taps;
}

describe.each(Object.entries(engines))("%s", (_, said) => {
  test("belongs to its touch, however late it comes", () => {
    const tap = (id: number) => [...finger(id), click(said(id))];
    expect(counted([7, 8, 9].flatMap(tap))).toBe(3);
  });

  test("belongs to its touch when others came between them", () => {
    const clicks = [7, 8, 9].map((id) => click(said(id)));
    expect(counted([...[7, 8, 9].flatMap((id) => finger(id)), ...clicks])).toBe(3);
  });

  test("belongs to its touch that slid off the button", () => {
    expect(counted([...finger(7, { clientX: 300 }), click(said(7))])).toBe(0);
  });

  test("belongs to its mouse, which keeps its id", () => {
    const mouse = { pointerType: "mouse" };
    const press = [...finger(1, mouse), click(said(1))];
    expect(counted([...press, ...finger(1, mouse), ...press])).toBe(3);
  });
});

test("clicks without a pointer count, before touches and after them", () => {
  const fingers = [...finger(7), ...finger(8, { isPrimary: false }), click({ pointerId: 7 })];
  const clicks = [{ detail: 0 }, { pointerId: -1 }, { pointerId: 0, pointerType: "" }].map(click);
  expect(counted([click({}), ...clicks, ...fingers, ...clicks])).toBe(9);
});

test("where a finger must hold the button, one that lifts too soon is told, and one that slides off is not", () => {
  let tooShort = 0;
  const holding = { mustHold: () => true, onTooShort: () => tooShort++ };
  expect(counted([...finger(7), ...finger(8, { clientX: 300 })], holding)).toBe(0);
  expect(tooShort).toBe(1);
});
