import { withoutBidiControls } from "../../core/bidi.ts";

/** An element that the page always has. */
export function requiredElement<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Ends the script in a browser that is too old for it, where a sentence stands in place of the page. */
export function endWhenTooOld(): void {
  if ("tooOld" in document.body.dataset) throw new Error("this browser is too old for the page");
}

/** Removes what the page says until its script runs. */
export function removeNotLoaded(): void {
  endWhenTooOld();
  document.querySelector(".not-loaded")?.remove();
}

/** A new element with its text and its attributes; a control in a name, a `bdi`, could end its isolation. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  const isName = name === "bdi";
  made.append(
    ...children.map((child) =>
      isName && typeof child === "string" ? withoutBidiControls(child) : child,
    ),
  );
  return made;
}
