import { Button, Text } from "@mantine/core";
import { lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { keep, readKept } from "../../browser/kept.ts";
import { nowMs, sleep } from "../api/clock.ts";
import { ServiceError } from "../api/private-api.ts";
import { showError } from "./errors.tsx";
import { EmptyList } from "./query-states.tsx";

/** A script of the app that did not come, or is of another version. */
export class PartNotLoaded extends ServiceError {
  override name = "PartNotLoaded";

  constructor({ isOld = false } = {}) {
    const message = isOld
      ? "The console has a new version. Load the page again."
      : "The service cannot be reached. Check the network and try again.";
    super(message, { status: null, code: null });
  }
}

type Module<Name extends string, Props> = { [name in Name]: ComponentType<Props> };

/** All that the scripts name that have run so far. */
const parts: (() => Promise<unknown>)[] = [];

function partOf<Name extends string, Props>(load: () => Promise<Module<Name, Props>>, name: Name) {
  const part = async () => {
    const loaded = await load().catch((error) => {
      // A kept script of an earlier version imports what others do not export.
      throw new PartNotLoaded({ isOld: error instanceof SyntaxError });
    });
    // In place of the script of an earlier version comes one that exports nothing.
    if (loaded[name] === undefined) throw new PartNotLoaded({ isOld: true });
    return loaded;
  };
  parts.push(part);
  return part;
}

/** A page with a script of its own. */
export function lazyPage<Name extends string>(
  load: () => Promise<Module<Name, object>>,
  name: Name,
) {
  return lazyRouteComponent(partOf(load, name), name);
}

/** Until what did not come is asked for again, in milliseconds. */
export const againMs = 5_000;

/**
 * A dialog or another part of a page with a script of its own, and what stands in its place before. A
 * dialog that does not come is closed, with a notice; others say so, and are asked for again.
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Module<Name, Props>>,
  name: Name,
  before?: ReactNode,
) {
  const part = partOf(load, name);
  let Loaded: ComponentType<Props> | undefined;
  return function LazyPart(props: Props) {
    const { onClose } = props as { onClose?: () => void };
    const [tries, setTries] = useState(0);
    const [failure, setFailure] = useState<ServiceError>();
    // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked for once in each try
    useEffect(() => {
      if (Loaded !== undefined) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isGone = false;
      const again = () => setTries(tries + 1);
      part().then(
        (loaded) => {
          Loaded = loaded[name];
          again();
        },
        (error) => {
          // What its page has opened since is not closed.
          if (isGone) return;
          if (onClose === undefined) {
            setFailure(error);
            timer = setTimeout(again, againMs);
          } else {
            showError(error);
            onClose();
          }
        },
      );
      return () => {
        isGone = true;
        clearTimeout(timer);
      };
    }, [tries]);
    if (Loaded !== undefined) return <Loaded {...props} />;
    return failure === undefined ? before : <FailedPart why={failure.message} />;
  };
}

function FailedPart({ why }: { why: string }) {
  return (
    <EmptyList title="This could not be loaded" role="alert">
      <Text c="dimmed">{why}</Text>
      <Button variant="default" onClick={reloadPage}>
        Load the page again
      </Button>
    </EmptyList>
  );
}

/**
 * Loads what no page has shown yet, one after the other, while nothing else is asked for: a click then
 * needs no network. Ends at the first that does not come, since browsers may remember that (whatwg/html,
 * issue 6768), and where the device saves data.
 */
export async function loadPartsWhenIdle(isBusy: () => boolean): Promise<void> {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  for (const part of parts) {
    do await sleep(200);
    while (isBusy() || !navigator.onLine);
    const came = await part().catch(() => undefined);
    if (came === undefined) return;
  }
}

/**
 * Takes away the links to styles that did not come. Vite asks for none to which there is a link, and
 * would show the page without.
 */
export function forgetFailedStyles(): void {
  const forget = ({ target }: Event) => target instanceof HTMLLinkElement && target.remove();
  window.addEventListener("error", forget, { capture: true });
  // The script that comes in place of an old one reloads the page, unless there is this sign of an app
  // that knows when nothing is lost by it.
  Object.assign(globalThis, { loadsOwnParts: true });
}

const reloadedKey = "reloaded-for-a-new-version";

/** Loads the page again where that can be done, once a minute at most. */
export async function reloadOnce(): Promise<void> {
  if (nowMs() - Number(readKept("tab", reloadedKey) ?? 0) < 60_000) return;
  if (!(await isReachable())) return;
  const now = nowMs();
  keep("tab", reloadedKey, now);
  // Without storage it could become a loop.
  if (readKept("tab", reloadedKey) !== now) return;
  location.reload();
}

/** Loads the page again where the browser would not show one of its own. */
export async function reloadPage(): Promise<void> {
  if (await isReachable()) location.reload();
  else showError(new PartNotLoaded());
}

/** Whether the browser would show this page, and not one of its own. */
async function isReachable(): Promise<boolean> {
  const options = { method: "HEAD", cache: "no-store" } as const;
  return await fetch(location.href, options).then(
    ({ ok }) => ok,
    () => false,
  );
}
