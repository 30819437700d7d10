import { useMediaQuery } from "@mantine/hooks";

/** Whether lists have room for more than their first columns, as the time of the last change. */
export function useHasWideColumns(): boolean {
  return useMediaQuery("(min-width: 62em)", undefined, { getInitialValueInEffect: false });
}
