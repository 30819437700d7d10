import { isUndo, isWaiting } from "../../../web/count/queue/device-tap.ts";
import type { QueueWorld } from "./queue-world.ts";

/** What is wrong with what became of the taps, once everything had time to get through. */
export function wrongEnds(world: QueueWorld): string[] {
  const onDevice = [...world.device.taps.values()].filter((each) => each.counted === undefined);
  return [...world.made].flatMap((id) => {
    const [tap, ...more] = onDevice.filter((each) => each.id === id);
    const events = world.service.history.filter(({ tapId }) => tapId === id);
    const undos = events.filter(({ undo }) => undo).length;
    const counted = events.length - undos;
    const reason = tap?.kept?.reason ?? world.discarded.get(id);
    const end = `${id}: counted ${counted} times, undone ${undos} times, ${JSON.stringify(tap)}, ${reason}`;
    if (more.length > 0) return [end];
    // A person was told of these that they may count twice.
    if (world.retriedUnclear.has(id)) return [];
    if (counted > 1 || undos > counted) return [end];
    const revoked = world.gateRevoked && tap?.credential.kind === "gate";
    const waits = tap !== undefined && isWaiting(tap);
    const pressed = world.undone.get(id);
    if (pressed === "unsent") return events.length === 0 && tap === undefined ? [] : [end];
    if (pressed === "sent") {
      if (tap !== undefined && !isUndo(tap)) return [end];
      if (tap === undefined && reason === undefined) return counted === undos ? [] : [end];
      if (waits) return revoked ? [] : [end];
      // It was refused because the tap is counted; of the others nobody knows.
      const isKnown = tap === undefined || tap.undo?.delta !== null;
      if (reason === "locked") return counted === 1 && undos === 0 && isKnown ? [] : [end];
      return ["unclear", "invalid", "expired"].includes(reason ?? "") ? [] : [end];
    }
    if (undos > 0) return [end];
    // The device says of these that they may have been counted.
    const unknown = reason === "unclear" || (waits && tap.sentAtMs !== null);
    if (counted === 1) return tap === undefined || unknown ? [] : [end];
    // Only what a revoked gate made can still wait.
    return reason !== undefined || (waits && revoked) ? [] : [end];
  });
}
