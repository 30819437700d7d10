const header = ["name", "mode", "incrementStep", "decrementStep", "goalTarget", "groupName"];

/** One counter of each mode; an empty cell leaves a setting as a new counter has it. */
const rows = [
  ["North gate", "both", "1", "1", "500", ""],
  ["Visitors today", "increment-only", "1", "", "", ""],
  ["Seats left", "decrement-only", "", "1", "", ""],
];

/**
 * A file to begin with: each column, and what its cells can be. Lines end as spreadsheets write them.
 */
export const sampleFile = [header, ...rows].map((cells) => `${cells.join(",")}\r\n`).join("");
