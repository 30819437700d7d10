import type { Page } from "playwright-core";

const controls =
  "a[href], button, input, select, textarea, summary, [role=option], [role=menuitem], [role=menuitemradio]";

/** In pixels; what is drawn may be half a pixel less. */
const reach = 43.5;

/** Waits until a page has its title, and nothing of it is a gray shape. */
export async function whole(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  const shapes = ".card-shape, .mantine-Skeleton-root, [aria-label^=Loading], [aria-busy=true]";
  await page.waitForFunction((all) => document.querySelector(all) === null, shapes);
}

/**
 * The controls of a page around whose middle a finger has less than 44 by 44 pixels that hit them, or
 * their label. Not links in a sentence, whose lines give their height.
 */
export async function smallTargets(page: Page, within = "body"): Promise<string[]> {
  return await page.evaluate(
    ({ controls: selector, reach: least, within: place }) => {
      const isInSentence = (element: Element) =>
        element.matches("a") &&
        [...(element.parentElement?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && /\w/.test(node.textContent ?? ""),
        );
      const small: string[] = [];
      for (const element of document.querySelectorAll<HTMLElement>(`${place} :is(${selector})`)) {
        if (element.matches(":disabled, .skip-link, [aria-hidden=true]")) continue;
        if (element.closest("[inert], [aria-hidden=true]") || isInSentence(element)) continue;
        const labels: Element[] =
          element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
        // A press beside what is chosen goes to the field.
        const pills = element.closest(".mantine-MultiSelect-input");
        if (pills !== null) labels.push(pills);
        element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        // A radio button or switch that is not drawn has a label that is.
        const shown = [element, ...labels].find(
          (each) =>
            each.getBoundingClientRect().width > 2 &&
            each.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
        );
        if (shown === undefined) continue;
        const { left, top, width, height } = shown.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const hits = (atX: number, atY: number) => {
          const hit = document.elementFromPoint(atX, atY);
          return [element, ...labels].some((each) => each.contains(hit));
        };
        // Behind the bar at the top or below, or behind a dialog.
        if (!hits(x, y)) continue;
        const far = (stepX: number, stepY: number) => {
          let steps = 0;
          while (steps < 90 && hits(x + (steps + 1) * stepX, y + (steps + 1) * stepY)) steps += 1;
          return steps;
        };
        const size = [far(-0.5, 0) + far(0.5, 0), far(0, -0.5) + far(0, 0.5)].map((n) => n / 2);
        if (size.every((pixels) => pixels >= least)) continue;
        const name = element.getAttribute("aria-label") ?? element.innerText;
        small.push(`${element.tagName.toLowerCase()} "${name.slice(0, 30)}" ${size.join(" × ")}`);
      }
      return small;
    },
    { controls, reach, within },
  );
}

/** The heights of the controls of each row of them that has more than one height. */
export async function unevenRows(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const shown = ".mantine-Button-root, .mantine-ActionIcon-root, .mantine-SegmentedControl-root";
    const all = [...document.querySelectorAll(`#main :is(${shown}, .mantine-Input-input)`)];
    const rows = new Map<Element, Element[]>();
    for (const control of all) {
      if (control.closest("table, .mantine-Input-wrapper .mantine-Input-wrapper")) continue;
      const row = control.closest("[role=search], .mantine-Group-root");
      if (row === null || control.getBoundingClientRect().height === 0) continue;
      rows.set(row, [...(rows.get(row) ?? []), control]);
    }
    return [...rows.values()].flatMap((inRow) => {
      const heights = inRow.map((control) => Math.round(control.getBoundingClientRect().height));
      const fonts = inRow.map((control) => getComputedStyle(control).fontSize);
      const uneven = new Set(heights).size > 1;
      return uneven ? [`${heights.join(", ")} (${fonts.join(", ")}): ${inRow[0]?.className}`] : [];
    });
  });
}

/** What is chosen in selects above a chart that have less room than it needs. */
export async function cutChoices(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    const selects = [...document.querySelectorAll<HTMLSelectElement>(".range-controls select")];
    return selects.flatMap((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      if (pen !== null) pen.font = font;
      const words = select.selectedOptions[0]?.text ?? "";
      const room =
        select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return (pen?.measureText(words).width ?? 0) > room + 1 ? [`cut: ${words}`] : [];
    });
  });
}

/** Whether the buttons of a dialog lie on its edge, or out of sight. */
export async function haveNoRoom(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const last = document.querySelector("[role=dialog] .dialog-buttons > :last-child");
    const dialog = last?.closest("[role=dialog]");
    if (!last || !dialog) return false;
    return dialog.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom < 12;
  });
}

/** The cells that are cut twice: in their text, and where they end. */
export async function cutTwice(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const cells = [...document.querySelectorAll<HTMLElement>("#main :is(th, td)")];
    const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;
    const twice = cells.filter((cell) =>
      [cell, ...cell.querySelectorAll<HTMLElement>("*")].some(
        (each) =>
          getComputedStyle(each).textOverflow === "ellipsis" &&
          isCut(each) &&
          /…./.test(each.innerText),
      ),
    );
    return twice.map(({ innerText }) => `cut twice: ${innerText}`);
  });
}

/** The heights of the rows of each table without heads, and what of them has more than one line. */
export async function rowHeights(page: Page): Promise<Record<string, number[]>> {
  return await page.evaluate(() => {
    const tables = [...document.querySelectorAll("#main table:not(.heatmap)")];
    return Object.fromEntries(
      tables.map((table, index) => {
        const rows = table.querySelectorAll("tbody tr:has(td):not(.row-details, [aria-hidden])");
        const seen = [...rows].filter((row) => row.getClientRects().length > 0);
        const heights = seen.map((row) => {
          const height = Math.round(row.getBoundingClientRect().height);
          // A stacked row is higher where its sentence has two lines.
          return getComputedStyle(row).display === "grid" ? Math.min(height, 52) : height;
        });
        return [table.getAttribute("aria-label") ?? `${index}`, [...new Set(heights)]];
      }),
    );
  });
}
