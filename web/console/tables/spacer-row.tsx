interface SpacerRowProps {
  /** In pixels; nothing for none. */
  height: number;
  columns: number;
}

/** Takes the room of the rows of a long table that are not drawn. Hidden, so that it is no layout shift. */
export function SpacerRow({ height, columns }: SpacerRowProps) {
  return height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr aria-hidden="true" style={{ height, visibility: "hidden" }}>
      <td colSpan={columns} style={{ padding: 0 }} />
    </tr>
  ) : null;
}
