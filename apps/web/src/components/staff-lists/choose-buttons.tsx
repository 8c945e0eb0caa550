import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { Choice } from './choice-box.tsx';
import { type Chosen, useChosen } from './use-chosen.ts';

export interface Choosing<Row extends { id: string }> {
  chosen: Chosen<Row>;
  isOn: boolean;
  /** Ends choosing and clears the selection. */
  stop(): void;
  begin(): void;
  /** By its key: begins choosing where it is not on yet. */
  toggle(row: Row | undefined): void;
  /** For the row itself; absent while nothing is chosen. */
  choiceOf(row: Row): { choice: Choice } | object;
}

/** Choosing rows of a list for one action. */
export function useChoosing<Row extends { id: string }>(mayChoose: (row: Row) => boolean): Choosing<Row> {
  const chosen = useChosen<Row>();
  const [isOn, setOn] = useState(false);
  return {
    chosen,
    isOn,
    begin: () => setOn(true),
    stop() {
      chosen.clear();
      setOn(false);
    },
    toggle(row) {
      if (!row || !mayChoose(row)) return;
      setOn(true);
      chosen.toggle(row);
    },
    choiceOf: (row) =>
      isOn
        ? {
            choice: {
              isChosen: chosen.rows.has(row.id),
              onToggle: mayChoose(row) ? () => chosen.toggle(row) : undefined,
            },
          }
        : {},
  };
}

/** Begins and ends choosing, and chooses all that may be. */
export function ChooseButtons<Row extends { id: string }>({
  choosing,
  rows,
}: {
  choosing: Choosing<Row>;
  /** Those of the list that may be chosen. */
  rows: readonly Row[];
}) {
  if (rows.length === 0) return null;
  const { length } = rows;
  return (
    <>
      <Button size="sm" aria-pressed={choosing.isOn} onClick={choosing.isOn ? choosing.stop : choosing.begin}>
        {choosing.isOn ? <Trans>Stop choosing</Trans> : <Trans>Choose</Trans>}
      </Button>
      {choosing.isOn ? (
        <Button size="sm" onClick={() => choosing.chosen.add(rows)}>
          <Trans>All {length}</Trans>
        </Button>
      ) : null}
    </>
  );
}
