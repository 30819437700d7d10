import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { newFormId } from "../api/clock.ts";
import { useSending } from "./use-sending.ts";

type AfterCreation<Body, Created> = Pick<
  UseMutationOptions<Created, Error, Body>,
  "onSuccess" | "onError" | "onSettled"
>;

/** What a form creates, with the id of the form. */
export type OfForm<Body> = Body & { formId: string };

/**
 * Creates something once, however often its form is sent: every request of this form has one id. A
 * request whose response was lost may have created it, so read the list again in `onSettled`.
 */
export function useCreation<Body extends object, Created>(
  create: (body: OfForm<Body>, signal: AbortSignal) => Promise<Created>,
  after: AfterCreation<Body, Created>,
) {
  const [formId] = useState(newFormId);
  const { send, giveUp } = useSending();
  const creation = useMutation({
    ...after,
    mutationFn: (body: Body) => send((signal) => create({ ...body, formId }, signal)),
  });
  return { ...creation, giveUp };
}
