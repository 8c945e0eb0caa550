import { Trans } from '@lingui/react/macro';
import { defaultUserPageSize, lastUserPage } from '@vlam/contract/rules/users';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { formatNumber } from '../../../lib/numbers.ts';
import type { ListView } from './filter.ts';
import { totalText } from './filter-chips.tsx';

interface PagerProps {
  view: ListView;
  page: { users: readonly unknown[]; total: number; totalIsExact: boolean; nextCursor: string | null };
  busy: boolean;
  onView(view: ListView): void;
}

/** Which part of the list is shown, and the pages before and after it. */
export function Pager({ view, page, busy, onView }: PagerProps) {
  const [trail, setTrail] = useState<readonly ListView[]>([]);
  const { nextCursor, users } = page;
  // A search may end a page early, so only its cursor knows where the next one begins.
  const byNumber = view.cursor === null && !view.filter.q && view.page < lastUserPage;
  const first = (view.page - 1) * defaultUserPageSize + 1;
  const open = (next: ListView) => {
    scrollTo({ top: 0 });
    onView(next);
  };
  const before = trail.at(-1) ?? { ...view, page: byNumber ? view.page - 1 : 1, cursor: null };
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted text-sm tabular-nums">
        {view.filter.q && view.page > 1 ? (
          <Trans>Page {view.page}</Trans>
        ) : (
          <Trans>
            {formatNumber(first)} to {formatNumber(first + users.length - 1)} of{' '}
            {totalText(page, Boolean(view.filter.q))}
          </Trans>
        )}
      </p>
      <div className="flex gap-2">
        <Button
          size="sm"
          disabled={view.page === 1 || busy}
          onClick={() => {
            setTrail(trail.slice(0, -1));
            open(before);
          }}
        >
          <Trans>Previous</Trans>
        </Button>
        <Button
          size="sm"
          disabled={nextCursor === null || busy}
          onClick={() => {
            setTrail([...trail, view]);
            open({ ...view, page: view.page + 1, cursor: byNumber ? null : nextCursor });
          }}
        >
          <Trans>Next</Trans>
        </Button>
      </div>
    </div>
  );
}
