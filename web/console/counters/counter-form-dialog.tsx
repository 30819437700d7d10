import type { CounterView } from "../../../api/private/counters.ts";
import { lazyPart } from "../shell/parts.tsx";
import { AdjustDialog } from "./adjust-dialog.tsx";
import { CounterDialog } from "./counter-dialog.tsx";

// The counter's page has these forms without it.
const ImportDialog = lazyPart(() => import("./import/import-dialog.tsx"), "ImportDialog");

/** What a form of a counter is for: its settings, or its number. */
export type CounterForm = "edit" | "set" | "reset";

/** A form that stands open. */
export type OpenedForm =
  | { form: "create" | "import" }
  | { form: CounterForm; counter: CounterView };

/** Opens the form of a counter, from the list and from the counter's page. */
export type OpenCounterForm = (counter: CounterView, form: CounterForm) => void;

interface CounterFormDialogProps {
  opened: OpenedForm;
  onClose: () => void;
}

/** The dialog of a form. */
export function CounterFormDialog({ opened, onClose }: CounterFormDialogProps) {
  switch (opened.form) {
    case "create":
      return <CounterDialog onClose={onClose} />;
    case "import":
      return <ImportDialog onClose={onClose} />;
    case "edit":
      return <CounterDialog counter={opened.counter} onClose={onClose} />;
    default: {
      const { counter, form } = opened;
      return <AdjustDialog counter={counter} isReset={form === "reset"} onClose={onClose} />;
    }
  }
}
