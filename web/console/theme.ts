import { createTheme, type MantineColorsTuple } from "@mantine/core";
import { formatPickedDays, formatPickedTime, hasTwelveHours } from "./dates/format.ts";

/** The blue of the counting page and the embeds. */
const accent: MantineColorsTuple = [
  "#eaf1ff",
  "#d3e0fb",
  "#a5bff3",
  "#7eb0ff",
  "#4d86f2",
  "#2a66dd",
  "#1552c8",
  "#0f47b3",
  "#0d3c99",
  "#072f80",
];

/** From text to the ground: the colors of the counting page in the dark. */
const dark: MantineColorsTuple = [
  "#f4f6f8",
  "#d5dce4",
  "#aeb8c4",
  "#8793a1",
  "#3a4554",
  "#2b3543",
  "#1a212b",
  "#12181f",
  "#0d1117",
  "#080b0f",
];

/** Names of buttons that show only an arrow or a cross. */
const pickerLabels = {
  ariaLabels: {
    previousMonth: "Previous month",
    nextMonth: "Next month",
    previousYear: "Previous year",
    nextYear: "Next year",
    previousDecade: "Previous decade",
    nextDecade: "Next decade",
  },
  clearButtonProps: { "aria-label": "Clear" },
};

export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: { light: 6, dark: 5 },
  colors: { accent, dark },
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
  headings: { fontWeight: "650" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // Defaults of all dialogs and notifications.
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { "aria-label": "Close" },
        // A dialog's header is not the page's banner, for which its element would be taken.
        attributes: { header: { role: "presentation" } },
      },
    },
    // A menu that fades out could take the focus again, which its focus trap sets with a delay, and lose it.
    Menu: { defaultProps: { transitionProps: { duration: 0 } } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
    // Pickers write dates as tables do.
    DatePickerInput: { defaultProps: { ...pickerLabels, valueFormatter: formatPickedDays } },
    DateTimePicker: {
      defaultProps: {
        ...pickerLabels,
        valueFormat: formatPickedTime,
        timePickerProps: {
          format: hasTwelveHours ? "12h" : "24h",
          hoursInputLabel: "Hours",
          minutesInputLabel: "Minutes",
          amPmInputLabel: "Before or after noon",
        },
        submitButtonProps: { "aria-label": "Done" },
      },
    },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
});
