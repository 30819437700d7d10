// Without zod: the console's forms load it.

/** The settings of a counter, as people read them in forms and write them in a file. */
export const counterSettingLabels = {
  name: "Name",
  mode: "Taps",
  incrementStep: "A tap up adds",
  decrementStep: "A tap down subtracts",
  goalTarget: "Goal",
  groupId: "Group",
  locked: "Locked",
  resetDaily: "Reset at the start of each day",
  resetTo: "Number after a reset",
  countsPeople: "Counts people",
} as const;

/** Which taps a counter takes, as people read it. */
export const modeLabels = {
  both: "up and down",
  "increment-only": "only up",
  "decrement-only": "only down",
} as const;
