import type { NumberCorrection } from "../../core/data/recount.ts";

/** The parts of an update expression. */
export interface NumberUpdate {
  set: string[];
  conditions: string[];
  values: Record<string, number>;
}

/** Corrects numbers of one item, on condition that they are as they were read. */
export function numberUpdate(corrections: NumberCorrection[]): NumberUpdate {
  return {
    set: corrections.map(({ number }) => `${number} = :${number}`),
    conditions: corrections.map(({ number, before }) =>
      // An absent number is read as 0.
      before === 0
        ? `(attribute_not_exists(${number}) OR ${number} = :${number}Before)`
        : `${number} = :${number}Before`,
    ),
    values: Object.fromEntries(
      corrections.flatMap(({ number, before, after }) => [
        [`:${number}`, after],
        [`:${number}Before`, before],
      ]),
    ),
  };
}
