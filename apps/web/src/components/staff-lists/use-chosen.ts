import { useLingui } from '@lingui/react/macro';
import { maxBulkItems } from '@vlam/contract/rules/staff-lists';
import { useState } from 'react';
import { toast } from '../../lib/toast.ts';

export interface Chosen<Row extends { id: string }> {
  /** By id, in the order they were chosen. */
  rows: ReadonlyMap<string, Row>;
  /** Chooses a row, or leaves it out again. */
  toggle(row: Row): void;
  /** Chooses these as well, as many as one action takes. */
  add(rows: readonly Row[]): void;
  clear(): void;
}

/** Rows chosen for one action, over the pages of a list; `maxBulkItems` at most. */
export function useChosen<Row extends { id: string }>(): Chosen<Row> {
  const { t } = useLingui();
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map());
  const warn = () => toast({ tone: 'warning', title: t`${maxBulkItems} at most`, text: t`Act on these first.` });
  return {
    rows,
    toggle(row) {
      const next = new Map(rows);
      if (!next.delete(row.id)) next.set(row.id, row);
      if (next.size > maxBulkItems) warn();
      else setRows(next);
    },
    add(more) {
      const next = new Map([...rows, ...more.map((row) => [row.id, row] as const)]);
      if (next.size > maxBulkItems) warn();
      setRows(new Map([...next].slice(0, maxBulkItems)));
    },
    clear: () => setRows(new Map()),
  };
}
