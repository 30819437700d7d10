/**
 * The attribute that marks an item which `counting data restore` put back, with the time of that. The
 * functions behind the streams pass over items that have it: nothing new happened.
 */
export const restoredMark = "restoredAt";
