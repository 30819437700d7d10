import { disorderCases } from "./disorder-cases.ts";
import { rotationCases, signatureCases, standardCases } from "./signed-cases.ts";

/** Test vectors for receivers in any language, by file name. */
export const vectors: Record<string, object> = {
  signatures: {
    about:
      "Requests with X-Service-Signature. `signed`: the signature is right and its time near enough. " +
      "`verified`: the body is an event, too. A body in `bodyBase64` is not text. Headers that do not matter are left out.",
    cases: signatureCases(),
  },
  "standard-webhooks": {
    about:
      "The same with the headers of Standard Webhooks, which an endpoint can have in addition.",
    cases: standardCases(),
  },
  rotation: {
    about:
      "The same while an endpoint's secret is changed: the receiver has one or several `secrets`.",
    cases: rotationCases(),
  },
  disorder: {
    about:
      "Steps in the life of one counter, and what its books must have at the end. `receive` is a verified event. `check` is " +
      "a check of everything, with what the read API has at that time: the list, and the counter's whole history, newest " +
      "first; a counter that is not in the list returns 404. A minute passes within a check, five between two.",
    cases: disorderCases,
  },
};
