import { Alert } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { ServiceError } from "../api/private-api.ts";

/** What a thrown error says to people. */
export function errorSentence(error: unknown): string {
  return error instanceof ServiceError ? error.message : "Something failed. Try again.";
}

/** Says why an action failed that has no form. */
export function showError(error: unknown): void {
  notifications.show({ color: "red", message: errorSentence(error) });
}

/** Why the last attempt failed, under a form that keeps what was typed. */
export function ErrorAlert({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <Alert color="red" role="alert">
      {errorSentence(error)}
    </Alert>
  );
}
