import type { DecimalSign } from "../../../written-number.ts";

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

/** What a file's letters can be encoded in that is neither UTF-8 nor UTF-16, by the name of it. */
export const encodings = [
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1256",
  "shift_jis",
  "macintosh",
  "cp850",
] as const;
export type Encoding = (typeof encodings)[number];

/** What a person has said about a file that can be read in two ways. */
export interface ImportReading {
  encoding?: Encoding;
  decimal?: DecimalSign;
}

/** What a file leaves open, and how it reads with each answer. */
export type ImportQuestion =
  | { about: "encoding"; choices: { value: Encoding; reads: string }[] }
  | {
      about: "decimal";
      line: number;
      field: string;
      cell: string;
      choices: { value: DecimalSign; reads: string }[];
    };

/** A file as read: its rows, of which the first names the columns. */
export interface ImportFile {
  /** SHA-256 of the file's bytes, in hex. */
  hash: string;
  /**
   * Those with a cell that is not empty, without white space at the ends of cells. At most one row more
   * than may be imported: enough to notice a file that is too long.
   */
  rows: ImportRow[];
  /** Where reading failed, if it did; the rows end there. */
  error?: ImportError;
  /** Asked before anything of the file can be read. */
  question?: ImportQuestion;
  /** The decimal sign, if a person has said it. */
  decimal?: DecimalSign;
}
