import { Button, type ButtonProps } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useReload } from "../api/session.ts";
import { showError } from "../shell/errors.tsx";

interface Confirmed<Done> {
  question: { title: string; text: ReactNode; confirm: string; cancel: string };
  act: () => Promise<Done>;
  onDone?: (done: Done) => unknown;
  /** The organization's queries to be read again, by the first word of their keys. */
  reload: string[];
}

/** Does something that removes, after a question. */
export function useConfirmed<Done>({ question, act, onDone, reload }: Confirmed<Done>) {
  const reloadAll = useReload();
  const action = useMutation({
    mutationFn: act,
    onSuccess: (done) => onDone?.(done),
    onError: showError,
    onSettled: () => reloadAll(...reload),
  });
  const ask = () =>
    modals.openConfirmModal({
      title: question.title,
      children: question.text,
      labels: question,
      confirmProps: { color: "red" },
      onConfirm: () => action.mutate(),
    });
  return { ask, isPending: action.isPending };
}

interface ConfirmButtonProps<Done>
  extends Confirmed<Done>,
    Pick<ButtonProps, "variant" | "size" | "c"> {
  /** What the button says. */
  label: string;
  /** What the button says where its row is not seen. */
  spoken?: string;
}

/** A quiet button that removes something, after a question in which the color warns. */
export function ConfirmButton<Done>(props: ConfirmButtonProps<Done>) {
  const { label, spoken, question, act, onDone, reload, ...look } = props;
  const { ask, isPending } = useConfirmed({ question, act, ...(onDone && { onDone }), reload });
  return (
    <Button
      variant="default"
      size="compact-sm"
      px="sm"
      onClick={ask}
      loading={isPending}
      aria-label={spoken}
      {...look}
    >
      {label}
    </Button>
  );
}
