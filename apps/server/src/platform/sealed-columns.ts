/** A row with the columns that the purpose and the context of a sealed value name. */
export type SealedRow = Readonly<Record<string, string>>;

/** Where sealed values are stored, and what their module seals them with. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Primary key of the table. */
  key: readonly [string, ...string[]];
  /** Other columns that `purpose` and `context` read; `account_id` of a table that has none is its profile's. */
  also?: readonly string[];
  /** Reads `account_id` from the row's profile. */
  accountOfProfile?: boolean;
  purpose(row: SealedRow): string;
  context(row: SealedRow): string;
  /** Values are pictures or files: fewer are read at once. */
  isLarge?: boolean;
}
