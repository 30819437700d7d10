import { ActionIcon, Menu } from "@mantine/core";
import { KebabHorizontalIcon } from "@primer/octicons-react";
import { useRef } from "react";
import type { CounterView } from "../../../api/private/counters.ts";
import { withoutBidiControls } from "../../../core/bidi.ts";
import type { OpenCounterForm } from "./counter-form-dialog.tsx";
import { useCounterActions } from "./use-counter-actions.tsx";

interface CounterMenuProps {
  counter: CounterView;
  onForm: OpenCounterForm;
}

/** What owners and admins can do with a counter of the list. */
export function CounterMenu({ counter, onForm }: CounterMenuProps) {
  const { setLocked, archive, restore } = useCounterActions();
  const target = useRef<HTMLButtonElement>(null);
  const { name, locked, archivedAt } = counter;
  return (
    <Menu
      position="bottom-end"
      withinPortal
      defaultOpened
      // It was opened by a button that it replaced, to which no focus can return.
      onClose={() => target.current?.focus({ preventScroll: true })}
      // The first entry has the focus, so that Enter does it.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          ref={target}
          variant="subtle"
          color="gray"
          aria-label={`More for ${withoutBidiControls(name)}`}
        >
          <KebabHorizontalIcon aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {archivedAt === null ? (
          <>
            <Menu.Item onClick={() => onForm(counter, "edit")}>Edit</Menu.Item>
            <Menu.Item onClick={() => void setLocked(counter, !locked)}>
              {locked ? "Unlock" : "Lock"}
            </Menu.Item>
            <Menu.Item onClick={() => onForm(counter, "set")}>Set the count</Menu.Item>
            <Menu.Item onClick={() => onForm(counter, "reset")}>Reset</Menu.Item>
            <Menu.Item c="var(--failing)" onClick={() => void archive(counter)}>
              Archive
            </Menu.Item>
          </>
        ) : (
          <Menu.Item onClick={() => void restore(counter)}>Restore</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
