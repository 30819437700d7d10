import type { Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Expects that nothing needs scrolling sideways to be seen: not the page itself, and in its lists no
 * action of a row and no cell of a table that becomes cards. Polls, because the navigation moves for a
 * moment after the width has changed.
 */
export async function expectAllInSight(page: Page): Promise<void> {
  await expect.poll(() => outOfSight(page), { timeout: 10_000 }).toEqual([]);
}

function outOfSight(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page, ${scrollWidth} pixels wide`] : [];
    const actions = ["a", "button", "input", "select"].map((tag) => `main table ${tag}`);
    const cells = "main [role=table] [role=cell]";
    for (const element of document.querySelectorAll([...actions, cells].join())) {
      const { left, right } = element.getBoundingClientRect();
      if (left === right) continue;
      // Half a pixel is a matter of rounding.
      let [from, to] = [-0.5, clientWidth + 0.5];
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === "visible") continue;
        const box = around.getBoundingClientRect();
        [from, to] = [Math.max(from, box.left - 0.5), Math.min(to, box.right + 0.5)];
      }
      const name = element.getAttribute("aria-label") ?? element.textContent;
      if (left < from || right > to) found.push(`${element.tagName.toLowerCase()} “${name}”`);
    }
    return found;
  });
}
