import { type CountMark, type MarkReader, sumsOf } from "../../../core/counters/count-mark.ts";
import type { MarkWriter } from "../../../core/counters/rebuild-marks.ts";

/** By their names. A mark from before the first adjustment has no sum of them until it is rebuilt. */
export function sorted(marks: Map<string, CountMark>): [string, CountMark][] {
  return [...marks]
    .map(([name, mark]): [string, CountMark] => [name, { ...mark, ...sumsOf(mark) }])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Marks in memory as the table has them. */
export function memoryMarks(stored: Map<string, CountMark>): {
  reader: MarkReader;
  writer: MarkWriter;
} {
  return {
    reader: {
      from: async (_, { resolution, at, limit }) =>
        sorted(stored)
          .filter(([name]) => name.startsWith(`${resolution}#`) && name >= `${resolution}#${at}`)
          .map(([, mark]) => mark)
          .slice(0, limit),
    },
    writer: {
      async positions(_, resolution, { from = "", to = "~" }) {
        const marks = [...stored.values()].filter(
          ({ at, ...mark }) => mark.resolution === resolution && from <= at && at <= to,
        );
        return new Map(marks.map(({ at, position }) => [at, position]));
      },
      async put(_, marks) {
        for (const mark of marks) stored.set(`${mark.resolution}#${mark.at}`, mark);
      },
      async delete(_, resolution, starts) {
        for (const at of starts) stored.delete(`${resolution}#${at}`);
      },
    },
  };
}
