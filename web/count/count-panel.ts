import { withoutBidiControls } from "../../core/bidi.ts";
import { requiredElement } from "../browser/elements.ts";
import type { KeptNotice } from "./kept-list.ts";
import { setText } from "./set-text.ts";
import type { StateLine } from "./state-line.ts";

/** What the page shows besides its counters. */
export interface Shown {
  /** The tab's title. */
  title: string;
  heading: string;
  state: StateLine | null;
  canSignIn: boolean;
  /** What needs a person's decision; null for nothing. */
  decision: KeptNotice | null;
}

/** Where a page counts: null where nobody knows. */
export interface PlaceNames {
  gate: string | null;
  organization: string | null;
  /** The organization's; undefined where it is not known. */
  timeZone?: string | undefined;
}

/** The page around its counters. */
export class CountPanel {
  show({ title, heading, state, canSignIn, decision }: Shown): void {
    document.body.dataset.screen = "count";
    document.title = withoutBidiControls(title);
    setText(requiredElement("h1 bdi"), heading);
    const line = requiredElement(".state");
    line.hidden = state === null;
    if (state !== null) line.dataset.tone = state.tone;
    setText(requiredElement(".state-text"), state?.text ?? "");
    requiredElement(".sign-in").hidden = !canSignIn;
    requiredElement(".decide").hidden = decision === null;
    setText(requiredElement(".decide-text"), decision?.text ?? "");
    setText(requiredElement(".decide-more"), decision?.action ?? "");
  }

  showPlace({ gate, organization }: PlaceNames): void {
    setText(requiredElement(".gate-name"), gate ?? "");
    setText(requiredElement(".organization-name"), organization ?? "");
  }

  showScreen(staysOn: boolean): void {
    requiredElement(".screen-off").hidden = staysOn;
  }

  /** Says that a tap was not counted; until the next tap that was. */
  alert(text: string): void {
    setText(requiredElement(".alert"), text);
  }
}
