import { conflict, retryConflicts } from "../../../../core/conflict.ts";
import type { MarkReader } from "../../../../core/counters/count-mark.ts";
import type { DayReset, DayStartPorts } from "../../../../core/counters/days/start-days.ts";
import { contended } from "../../../../core/counters/taps/count-batch.ts";
import { organizationId, type Tables } from "../tables.ts";
import { type Access, isAsRead, writeCounter } from "./write-counter.ts";

/** What the starts of days read and write, with the conditions of the DynamoDB adapters. */
export function memoryDayStarts(
  tables: Tables,
  { read, transact, clock }: Access,
): Omit<DayStartPorts, "clock"> {
  const isDue = (nowMs: number) =>
    Date.parse(tables.organization.nextDayStart ?? "9999-12-31") <= nowMs;
  return {
    dueDays: {
      due: (nowMs) =>
        read(() => {
          const { nextDayStart } = tables.organization;
          return nextDayStart && isDue(nowMs) ? [{ organizationId, nextDayStart }] : [];
        }),
      async claim(_, { nowMs, untilMs }) {
        const isClaimed = await read(() => {
          const { daysStartingUntilMs = 0 } = tables.organization;
          if (!isDue(nowMs) || daysStartingUntilMs > nowMs) return false;
          tables.organization = { ...tables.organization, daysStartingUntilMs: untilMs };
          return true;
        });
        if (!isClaimed) return undefined;
        return await read(() => {
          const { daysStartingUntilMs: _, nextDayStart = "", ...claimed } = tables.organization;
          return { organizationId, ...claimed, nextDayStart, calendar: tables.calendar };
        });
      },
      advance: ({ nextDayStart: planned, revision }, next) =>
        read(() => {
          const { daysStartingUntilMs: _, ...organization } = tables.organization;
          const isSame =
            organization.nextDayStart === planned && organization.revision === revision;
          if (isSame) tables.organization = { ...organization, nextDayStart: next };
        }),
    },
    dayResets: {
      daily: () => read(() => [...tables.counters.values()].filter(({ resetDaily }) => resetDaily)),
      async reset(listed, decide) {
        const key = { organizationId, counterId: listed.id };
        return await retryConflicts<DayReset["result"]>(
          clock,
          contended(key),
          async (conflicts) => {
            const before =
              conflicts === 0 ? listed : await read(() => tables.counters.get(listed.id));
            if (before === undefined) return "not_needed";
            const reset = await decide(before);
            if (reset.result !== "reset") return reset.result;
            const { counter: after, event, marks } = reset;
            const isWritten = await transact(() => {
              if (!isAsRead(tables, before)) return false;
              writeCounter(tables, { before, after, events: [{ event }], marks });
              return true;
            });
            return isWritten ? "reset" : conflict;
          },
        );
      },
    },
    markReader: memoryMarks(tables, { read }),
  };
}

function memoryMarks(tables: Tables, { read }: Pick<Access, "read">): MarkReader {
  return {
    from: ({ targetId }, { resolution, at, limit }) =>
      read(() =>
        [...tables.marks]
          .filter(([key]) => key.startsWith(`${targetId}#${resolution}#`))
          .map(([, mark]) => mark)
          .filter((mark) => mark.at >= at)
          .toSorted((a, b) => a.at.localeCompare(b.at))
          .slice(0, limit),
      ),
  };
}
