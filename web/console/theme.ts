import { createTheme, type MantineColorsTuple } from "@mantine/core";
import { CalendarIcon } from "@primer/octicons-react";
import { createElement } from "react";
import { formatPickedDays, formatPickedTime, hasTwelveHours } from "./dates/format.ts";

/** The blue of all pages: 6 in the light; in the dark 4 for what is read or drawn, 5 below white text. */
const accent: MantineColorsTuple = [
  "#eaf1ff",
  "#d3e0fb",
  "#bdd2fb",
  "#a5bff3",
  "#7eb0ff",
  "#2a66dd",
  "#1552c8",
  "#0f47b3",
  "#0d3c99",
  "#072f80",
];

/** From text to the ground: 4 is the edge, 6 a control, 7 a raised surface, 8 the canvas. */
const dark: MantineColorsTuple = [
  "#f4f6f8",
  "#d5dce4",
  "#aeb8c4",
  "#a4afbb",
  "#3a4554",
  "#2b3543",
  "#1d2530",
  "#171d26",
  "#0d1117",
  "#080b0f",
];

/** From the canvas to text: 2 and 3 are the edge. */
const gray: MantineColorsTuple = [
  "#f7f9fc",
  "#eef2f7",
  "#d6dde6",
  "#d6dde6",
  "#b9c4d1",
  "#5a6572",
  "#4f5a67",
  "#3d4753",
  "#2b3543",
  "#12181f",
];

/** In the browser's font size, whatever a person has set it to. */
function px(pixels: number): string {
  return `${pixels / 16}rem`;
}

/** The one shadow, of what floats over the page. */
const floating = "0 1px 2px rgb(16 21 28 / 8%), 0 8px 24px rgb(16 21 28 / 16%)";

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
  // Beside a select, which has its arrows.
  rightSection: createElement(CalendarIcon, { "aria-hidden": true }),
};

export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: { light: 6, dark: 5 },
  colors: { accent, dark, gray },
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
  fontSizes: { xs: px(12), sm: px(13), md: px(14), lg: px(16), xl: px(20) },
  lineHeights: { xs: "1.4", sm: "1.4", md: "1.4", lg: "1.4", xl: "1.4" },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: px(20), lineHeight: "1.4" },
      h2: { fontSize: px(16), lineHeight: "1.4" },
      h3: { fontSize: px(14), lineHeight: "1.4" },
      h4: { fontSize: px(14), lineHeight: "1.4" },
    },
  },
  spacing: { xs: px(8), sm: px(12), md: px(16), lg: px(24), xl: px(32) },
  radius: { sm: px(4), md: px(8), lg: px(12) },
  shadows: { xs: "none", sm: floating, md: floating, lg: floating, xl: floating },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // Defaults of all dialogs and notifications.
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.35 },
        closeButtonProps: { "aria-label": "Close" },
        // A dialog's header is not the page's banner, for which its element would be taken.
        attributes: { header: { role: "presentation" } },
      },
    },
    // A menu that fades out could take the focus again, which its focus trap sets with a delay, and lose it.
    // Without an element for the first focus, which has no place in a menu: its first entry has it.
    Menu: {
      defaultProps: { transitionProps: { duration: 0 }, withInitialFocusPlaceholder: false },
    },
    // A form says what is wrong with a field; a mark at some would say that the others are optional.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    // What is selected has the accent; a plan or a note has not.
    Badge: { defaultProps: { variant: "default", tt: "none" } },
    Progress: { defaultProps: { color: "var(--mantine-color-anchor)" } },
    Notification: {
      defaultProps: { withBorder: true, closeButtonProps: { "aria-label": "Close" } },
    },
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
    Switch: { defaultProps: { withThumbIndicator: false } },
    Code: { defaultProps: { translate: "no" } },
    Paper: { defaultProps: { radius: "lg" } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
});
