import { withoutBidiControls } from "../../../core/bidi.ts";

interface ForeignProps {
  /** Undefined or null for nothing. */
  children: string | null | undefined;
  /** On hover, where it may be cut. */
  title?: string | undefined;
}

/**
 * A text that is not ours, such as a name, in a sentence or a cell: no language's translator changes it,
 * and its direction changes nothing around it. Controls in it are left out, because one can end the
 * isolation that `bdi` begins.
 */
export function Foreign({ children, title }: ForeignProps) {
  return (
    <bdi translate="no" title={title && withoutBidiControls(title)}>
      {withoutBidiControls(children ?? "")}
    </bdi>
  );
}

/** The same in a cell: what has an ellipsis in its middle is cut there, and gets no second one. */
export function CutForeign({ children }: { children: string }) {
  const middle = children.indexOf("…") + 1;
  if (middle === 0) return <Foreign>{children}</Foreign>;
  return (
    <span className="cut-middle">
      <Foreign>{children.slice(0, middle)}</Foreign>
      <Foreign>{children.slice(middle)}</Foreign>
    </span>
  );
}
