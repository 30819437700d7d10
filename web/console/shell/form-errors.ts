import { schemaResolver, type useForm } from "@mantine/form";
import { capitalized } from "./capitalized.ts";

type FormErrors = ReturnType<typeof useForm>["errors"];

/** Validates the values of a form by a schema; the errors are sentences. */
export function validateBy(schema: Parameters<typeof schemaResolver>[0]) {
  const check = schemaResolver(schema, { sync: true });
  return (values: object): FormErrors => sentences(check({ ...values }));
}

/** Schemas' reasons as sentences under a field: "must not be empty" becomes "Must not be empty". */
function sentences(errors: FormErrors): FormErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, error]) => [
      field,
      typeof error === "string" ? capitalized(error) : error,
    ]),
  );
}
