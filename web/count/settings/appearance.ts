import type { DeviceSettings } from "./device-settings.ts";

const written = new WeakMap<CSSMediaRule, string>();

/**
 * Shows the page as it is set up, whatever the device says: the style sheet's own rules for the dark
 * and for more contrast are switched on or off.
 */
export function showAppearance({ theme, highContrast, leftHanded }: DeviceSettings): void {
  document.body.dataset.hand = leftHanded ? "left" : "right";
  document.documentElement.style.colorScheme = theme === "system" ? "" : theme;
  for (const rule of [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])) {
    if (!(rule instanceof CSSMediaRule)) continue;
    const condition = written.get(rule) ?? rule.media.mediaText;
    written.set(rule, condition);
    if (condition === "(prefers-color-scheme: dark)" && theme !== "system") {
      rule.media.mediaText = theme === "dark" ? "all" : "not all";
    } else if (condition === "(prefers-contrast: more)" && highContrast) {
      rule.media.mediaText = "all";
    } else if (rule.media.mediaText !== condition) {
      rule.media.mediaText = condition;
    }
  }
}
