import { environmentManager, type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { parseHTML } from "linkedom";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, vi } from "vitest";
import { newQueryClient } from "../../../web/console/api/query-client.ts";
import {
  OrganizationContext,
  type OrganizationOfPerson,
} from "../../../web/console/api/session.ts";

const mounted: { root: Root; client: QueryClient }[] = [];

/** Gives the tests of a file a document to render hooks in, and timers that only `pass` moves. */
export function useDocument(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse("2026-11-21T12:30:00Z") });
    const { window, document } = parseHTML("<!doctype html><html><body></body></html>");
    for (const [name, value] of Object.entries({ window, document })) vi.stubGlobal(name, value);
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
    environmentManager.setIsServer(() => false);
  });
  afterEach(async () => {
    for (const { root, client } of mounted.splice(0)) {
      await act(async () => root.unmount());
      client.clear();
    }
    environmentManager.setIsServer(() => true);
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
}

/** Lets time pass, and a few milliseconds more, in which what follows happens. */
export async function pass(ms = 0): Promise<void> {
  for (const step of [ms, 1, 1]) await act(() => vi.advanceTimersByTimeAsync(step));
}

/** What `does` does, and all that follows at once. */
export async function doing(does: () => unknown): Promise<void> {
  await act(async () => void does());
  await pass();
}

const organization: OrganizationOfPerson = {
  ...{ id: "org_1", name: "City Museum", plan: "pro", timeZone: "UTC" },
  ...{ utcOffsetMinutes: 0, role: "owner", memberId: "mem_olivia" },
};

/** A hook on a page of an organization; `current` is what it returned last. */
export async function renderHook<Props, Result>(
  hook: (props: Props) => Result,
  props: NoInfer<Props>,
  person: Partial<OrganizationOfPerson> = {},
) {
  const results: Result[] = [];
  const Page = ({ given }: { given: Props }) => {
    results.push(hook(given));
    return null;
  };
  const client = newQueryClient();
  const root = createRoot(document.createElement("main"));
  mounted.push({ root, client });
  const show = async (given: Props) => {
    const page = createElement(Page, { given });
    const value = { ...organization, ...person };
    const inside = createElement(OrganizationContext, { value }, page);
    await act(async () => root.render(createElement(QueryClientProvider, { client }, inside)));
    await pass();
  };
  await show(props);
  return {
    client,
    /** Renders it again, as when its page has other data. */
    show,
    get current(): Result {
      return results.at(-1) as Result;
    },
  };
}
