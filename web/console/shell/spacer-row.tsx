import { Table } from "@mantine/core";

interface SpacerRowProps {
  /** In pixels; nothing for none. */
  height: number;
  columns: number;
}

/** Takes the room of the rows of a long table that are not drawn. */
export function SpacerRow({ height, columns }: SpacerRowProps) {
  return height > 0 ? (
    <Table.Tr aria-hidden="true" h={height}>
      <Table.Td colSpan={columns} p={0} />
    </Table.Tr>
  ) : null;
}
