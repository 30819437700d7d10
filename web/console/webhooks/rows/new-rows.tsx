import { Button } from "@mantine/core";

interface NewRowsProps {
  waiting: number;
  onShow: () => void;
}

/** Stands above a list of which new rows wait, until the person wants to see them. */
export function NewRows({ waiting, onShow }: NewRowsProps) {
  if (waiting === 0) return null;
  return (
    <div className="new-rows no-print">
      <Button size="compact-sm" radius="xl" onClick={onShow}>
        {waiting.toLocaleString()} new
      </Button>
    </div>
  );
}
