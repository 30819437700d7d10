import { Button, type ButtonProps } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useReload } from "../api/session.ts";
import { showError } from "../shell/errors.tsx";

interface ConfirmButtonProps<Done> extends Pick<ButtonProps, "variant" | "size"> {
  /** What the button says. */
  label: string;
  /** What the button says where its row is not seen. */
  spoken?: string;
  question: { title: string; text: ReactNode; confirm: string; cancel: string };
  act: () => Promise<Done>;
  onDone?: (done: Done) => unknown;
  /** The organization's queries to be read again, by the first word of their keys. */
  reload: string[];
}

/** A button that removes something, after a question. */
export function ConfirmButton<Done>(props: ConfirmButtonProps<Done>) {
  const { label, spoken, question, act, onDone, reload, ...look } = props;
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
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      color="red"
      onClick={ask}
      loading={action.isPending}
      aria-label={spoken}
      {...look}
    >
      {label}
    </Button>
  );
}
