import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ScreenWake } from "../../../web/browser/screen-wake.ts";

/** What the device does with its promise. */
const device = { visibilityState: "visible", asked: 0, refuses: false, released: false };

beforeEach(() => {
  Object.assign(device, { visibilityState: "visible", asked: 0, refuses: false, released: false });
  vi.stubGlobal("document", device);
  const lock = {
    release: async () => {},
    get released() {
      return device.released;
    },
  };
  const request = async () => {
    device.asked += 1;
    if (device.refuses) throw new DOMException("saves power", "NotAllowedError");
    return lock;
  };
  vi.stubGlobal("navigator", { wakeLock: { request } });
});
afterEach(() => void vi.unstubAllGlobals());

test("the screen is kept on again and again, not in the background, and a page hears when it may turn off", async () => {
  const heard: boolean[] = [];
  const wake = new ScreenWake((staysOn) => heard.push(staysOn));
  await wake.keep();
  await wake.keep();
  device.visibilityState = "hidden";
  await wake.keep();
  device.visibilityState = "visible";
  // The lock of before may still hold, or not.
  device.refuses = true;
  await wake.keep();
  device.released = true;
  await wake.keep();
  device.refuses = false;
  await wake.keep();
  expect(device.asked).toBe(5);
  expect(heard).toEqual([true, true, true, false, true]);
});
