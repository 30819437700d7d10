import type { CounterView } from "../../../api/private/counters.ts";
import { AdjustDialog } from "./adjust-dialog.tsx";
import { CounterDialog } from "./counter-dialog.tsx";

/** What a form is for: a counter's settings, or its number. */
export type CounterForm = "edit" | "set" | "reset";

/** Opens the form of a counter, from the list and from the counter's page. */
export type OpenCounterForm = (counter: CounterView, form: CounterForm) => void;

interface CounterFormDialogProps {
  form: CounterForm;
  counter: CounterView;
  onClose: () => void;
}

/** The dialog of a form of a counter. */
export function CounterFormDialog({ form, counter, onClose }: CounterFormDialogProps) {
  if (form === "edit") return <CounterDialog counter={counter} onClose={onClose} />;
  return <AdjustDialog counter={counter} isReset={form === "reset"} onClose={onClose} />;
}
