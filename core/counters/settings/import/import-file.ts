/** A row of a file: the line on which it begins (1 is the first) and its cells. */
export interface ImportRow {
  line: number;
  cells: string[];
}

export interface ImportError {
  line: number;
  /** The column, if the error is in one. */
  field?: string;
  reason: string;
}

/** A file as read: its rows, of which the first names the columns. */
export interface ImportFile {
  /** SHA-256 of the file's bytes, in hex. */
  hash: string;
  /** At most one row more than may be imported: enough to notice a file that is too long. */
  rows: ImportRow[];
  /** Where reading failed, if it did; the rows end there. */
  error?: ImportError;
}
