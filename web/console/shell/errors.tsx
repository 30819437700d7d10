import { Alert } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect, useState } from "react";
import { ServiceError } from "../api/private-api.ts";

/** What a thrown error says to people. */
export function errorSentence(error: unknown): string {
  return error instanceof ServiceError ? error.message : "Something failed. Try again.";
}

/** Says why an action failed that has no form. */
export function showError(error: unknown): void {
  const isUnknown = error instanceof ServiceError && error.isUnknown;
  notifications.show({
    color: isUnknown ? "yellow" : "red",
    message: errorSentence(error),
    ...(isUnknown && { title: "It may have been done", autoClose: 20_000 }),
  });
}

interface ErrorAlertProps {
  error: unknown;
  /** What was sent, as the form has it now. */
  of?: unknown;
}

/** Why the last attempt failed, under a form that keeps what was typed. */
export function ErrorAlert({ error, of }: ErrorAlertProps) {
  const current = useCurrentError(error, JSON.stringify(of));
  if (current === null || current === undefined) return null;
  return (
    <Alert color="red" role="alert">
      {errorSentence(current)}
    </Alert>
  );
}

/** The error, until what it speaks of changes: what is sent, or the network that was not there. */
export function useCurrentError(error: unknown, of?: string): unknown {
  const [failed, setFailed] = useState<{ error: unknown; of?: string | undefined }>({ error, of });
  const [gone, setGone] = useState<unknown>();
  if (failed.error !== error) setFailed({ error, of });
  useEffect(() => {
    if (!(error instanceof ServiceError) || error.status !== null || error.isUnknown) return;
    const forget = () => setGone(error);
    window.addEventListener("online", forget);
    return () => window.removeEventListener("online", forget);
  }, [error]);
  const isCurrent = error !== gone && (failed.error !== error || failed.of === of);
  return isCurrent ? error : undefined;
}
