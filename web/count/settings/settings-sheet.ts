import { requiredDialog } from "../../browser/dialog.ts";
import { element, requiredElement } from "../../browser/elements.ts";
import { isWithModifier } from "../key-input.ts";
import type { CountMessages } from "../messages/en.ts";
import { dateParts, timeParts, zonedText } from "../zoned-text.ts";
import { showAppearance } from "./appearance.ts";
import {
  type DeviceSettings,
  type KeyAction,
  keepSettings,
  keepShift,
  keptSettings,
  keptShift,
  newShift,
} from "./device-settings.ts";

export interface SettingsSheetWiring {
  messages: CountMessages;
  now(): number;
  /** The organization's; undefined where it is not known. */
  timeZone(): string | undefined;
  /** What keys can be learned for, with names. */
  actions(): { action: KeyAction; name: string }[];
  onChange(settings: DeviceSettings): void;
}

/** The dialog with all that people set up on their device. */
export class SettingsSheet {
  readonly #wiring: SettingsSheetWiring;
  readonly #dialog = requiredDialog(".settings");
  #settings = keptSettings();
  /** What the next key will do. */
  #learning: KeyAction | undefined;

  constructor(wiring: SettingsSheetWiring) {
    this.#wiring = wiring;
    requiredElement(".open-settings").addEventListener("click", () => this.#open());
    requiredElement(".settings-close").addEventListener("click", () => this.#dialog.close());
    requiredElement(".shift-reset").addEventListener("click", () => {
      keepShift(newShift(wiring.now()));
      this.#showShift();
    });
    for (const input of this.#dialog.querySelectorAll("input")) {
      input.addEventListener("change", () => this.#read());
    }
    this.#dialog.addEventListener("keydown", (event) => this.#learn(event));
    this.#dialog.addEventListener("close", () => {
      this.#learning = undefined;
    });
  }

  get settings(): DeviceSettings {
    return this.#settings;
  }

  get isOpen(): boolean {
    return this.#dialog.open;
  }

  /** Shows the page as it is set up. */
  start(): void {
    showAppearance(this.#settings);
    this.#wiring.onChange(this.#settings);
  }

  #open(): void {
    const { theme, keys: _, ...switches } = this.#settings;
    for (const [name, isOn] of Object.entries(switches)) this.#input(name).checked = isOn;
    this.#input(`theme-${theme}`).checked = true;
    this.#showShift();
    this.#showKeys();
    this.#dialog.showModal();
  }

  #input(id: string): HTMLInputElement {
    return requiredElement<HTMLInputElement>(`#${id}`);
  }

  #read(): void {
    const isOn = (id: string) => this.#input(id).checked;
    this.#change({
      multiples: isOn("multiples"),
      leftHanded: isOn("leftHanded"),
      sound: isOn("sound"),
      highContrast: isOn("highContrast"),
      theme: isOn("theme-dark") ? "dark" : isOn("theme-light") ? "light" : "system",
    });
  }

  #change(changes: Partial<DeviceSettings>): void {
    this.#settings = { ...this.#settings, ...changes };
    keepSettings(this.#settings);
    this.start();
  }

  #showShift(): void {
    const { messages, now } = this.#wiring;
    const { since, ups, downs } = keptShift(now());
    const fromMs = Date.parse(since);
    const timeZone = this.#wiring.timeZone();
    const date = (ms: number) => zonedText({ fromMs: ms }, dateParts, timeZone);
    const isToday = date(fromMs) === date(now());
    const time = zonedText({ fromMs }, { ...(!isToday && dateParts), ...timeParts }, timeZone);
    requiredElement(".shift-count").textContent = messages.todaySums(ups, downs);
    requiredElement(".shift-since").textContent = messages.since(time);
  }

  #showKeys(): void {
    const { messages, actions } = this.#wiring;
    const rows = actions().map(({ action, name }) => {
      const keys = Object.entries(this.#settings.keys).filter(([, does]) => does === action);
      const learned = keys.map(([key]) => (key === " " ? messages.spaceBar : key)).join(", ");
      const isLearning = this.#learning === action;
      const text = isLearning ? messages.pressKey : learned || messages.learnKey;
      const button = element("button", { type: "button", class: "plain" }, text);
      button.setAttribute("aria-label", `${name}: ${text}`);
      button.addEventListener("click", () => {
        this.#learning = isLearning ? undefined : action;
        this.#showKeys();
      });
      return element("li", {}, element("span", {}, name), button);
    });
    requiredElement(".keys").replaceChildren(...rows);
    const learning = actions().findIndex(({ action }) => action === this.#learning);
    rows[learning]?.querySelector("button")?.focus();
  }

  /** Escape forgets the keys of an action; any other key takes it over. */
  #learn(event: KeyboardEvent): void {
    const action = this.#learning;
    if (action === undefined || !isLearnable(event)) return;
    event.preventDefault();
    // Held since it pressed the button.
    if (event.repeat) return;
    this.#learning = undefined;
    const others = Object.entries(this.#settings.keys).filter(
      ([key, does]) => key !== event.key && (event.key !== "Escape" || does !== action),
    );
    const learned: [string, KeyAction][] = event.key === "Escape" ? [] : [[event.key, action]];
    this.#change({ keys: Object.fromEntries([...others, ...learned]) });
    this.#showKeys();
  }
}

/** Keys that move the focus or only change other keys, and combinations, which belong to the browser. */
const notLearnable = ["Tab", "Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock"];

function isLearnable(event: KeyboardEvent): boolean {
  return !isWithModifier(event) && !notLearnable.includes(event.key);
}
