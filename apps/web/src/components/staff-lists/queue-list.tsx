import { Trans } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { type ReactNode, useRef } from 'react';
import { useKeys } from '../../lib/helpers/use-keys.ts';
import { KeyCap } from '../ui/key-cap.tsx';

interface QueueListProps {
  label: string;
  /** Rows as `li`; the first link or button takes the focus, or the one with `data-row`. */
  children: ReactNode;
  className?: string;
  /** Act on the focused row, by its place in the list. */
  rowKeys?: Readonly<Record<string, (index: number) => void>>;
  /** What those keys do, beside the hint for J and K. */
  hint?: ReactNode;
}

/**
 * A list whose rows J and K focus, so that Enter opens them. After a row is gone, J focuses the one that took its place.
 */
export function QueueList({ label, children, className, rowKeys = {}, hint }: QueueListProps) {
  const list = useRef<HTMLUListElement>(null);
  const last = useRef(-1);
  const rowsOf = () => [...(list.current?.children ?? [])];
  const focusedIn = (rows: readonly Element[]) => rows.findIndex((row) => row.contains(document.activeElement));
  const move = (by: 1 | -1) => {
    const rows = rowsOf();
    const focused = focusedIn(rows);
    // Without focus in the list, its last row was decided or nothing was focused yet.
    const next = focused === -1 ? Math.max(0, by === 1 ? last.current : last.current - 1) : focused + by;
    const at = Math.min(rows.length - 1, Math.max(0, next));
    last.current = at;
    const row = rows[at];
    const target = row?.querySelector<HTMLElement>('[data-row]') ?? row?.querySelector<HTMLElement>('a[href], button');
    target?.focus();
  };
  const actions = Object.entries(rowKeys).map(([key, act]): [string, () => void] => [
    key,
    () => {
      const at = focusedIn(rowsOf());
      if (at !== -1) act(at);
    },
  ]);
  useKeys({ ...Object.fromEntries(actions), j: () => move(1), k: () => move(-1) });
  return (
    <>
      <ul
        ref={list}
        aria-label={label}
        className={className}
        onFocus={({ target }) => {
          last.current = rowsOf().findIndex((row) => row.contains(target));
        }}
      >
        {children}
      </ul>
      <p className="mt-4 hidden flex-wrap items-center gap-x-5 gap-y-2 text-faint text-meta lg:flex">
        <KeyHint keys={['J', 'K']}>
          <Trans>next and previous</Trans>
        </KeyHint>
        {hint}
      </p>
    </>
  );
}

/** For the link or button of a row: lit while it has the keyboard's focus, wider than its column by its own padding. */
export const queueRow = '-mx-3 rounded-field px-3 hover:bg-surface-1 focus-visible:bg-surface-2';

/** Keyboard shortcuts with what they do. */
export const KeyHint = ({ keys, children }: { keys: readonly string[]; children: ReactNode }) => (
  <span className="inline-flex items-center">
    {keys.map((key, index) => (
      <KeyCap key={key} wide={key.length > 1} className={clsx(index === 0 ? 'ml-0' : 'ml-1')}>
        {key}
      </KeyCap>
    ))}
    <span className="ml-2">{children}</span>
  </span>
);
