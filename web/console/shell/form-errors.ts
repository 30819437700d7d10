import type { useForm } from "@mantine/form";

type FormErrors = ReturnType<typeof useForm>["errors"];

/** The schemas' reasons as sentences under a field: "must not be empty" becomes "Must not be empty". */
export function capitalized(errors: FormErrors): FormErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, error]) => [
      field,
      typeof error === "string" ? error.charAt(0).toUpperCase() + error.slice(1) : error,
    ]),
  );
}
