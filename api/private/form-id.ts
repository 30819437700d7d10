import * as z from "zod";

/** Made by the page for each form that it opens; a request that is sent again has the same. */
export const FormId = z.uuid().toLowerCase();

/** A body that creates something, with the id of its form. */
export function ofForm<Shape extends z.ZodRawShape>(setup: z.ZodObject<Shape>) {
  return z.object({ ...setup.shape, formId: FormId });
}

/** The code of a 409: the form was sent before, and what it created is not as it says now. */
export const createdAlreadyCode = "CREATED_ALREADY";
