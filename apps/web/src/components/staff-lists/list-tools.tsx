import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, Suspense, useState } from 'react';
import { queryOf } from '../../lib/api.ts';
import { lazyPart } from '../../lib/styles.ts';
import { Button } from '../ui/button.tsx';
import { Chip, ChipRow } from '../ui/chip.tsx';
import { FailedNote } from '../ui/failed-note.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { type FilteredList, sameFilter } from './list-filter.ts';

const ListFilterSheet = lazyPart(() => import('./list-filter-sheet.tsx').then((module) => module.ListFilterSheet));

export interface ListToolsProps extends FilteredList {
  /** Before the filters, such as the button that begins choosing. */
  children?: ReactNode;
  /** While rows are chosen there is room for `children` alone. */
  isChoosing?: boolean;
  /** Saves the list; absent where it cannot be saved. */
  exports?: { isExporting: boolean; start(): void };
}

/** Filters of a list of staff, those saved by this member of staff, and its export. */
export function ListTools({ children, exports, isChoosing = false, ...filtered }: ListToolsProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { list, filter, onShow } = filtered;
  const { data, error, refetch } = useQuery(queryOf('savedFilters', { query: { list } }));
  const active = Object.keys(filter).length;
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {children}
        {isChoosing ? null : (
          <Button
            size="sm"
            icon={<SlidersHorizontal size={18} />}
            onClick={() => setOpen(true)}
            aria-haspopup="dialog"
            disabled={!data && !error}
          >
            <Trans>Filters</Trans>
            {active > 0 ? <span className="text-faint tabular-nums">{active}</span> : null}
          </Button>
        )}
        {exports && !isChoosing ? (
          <IconButton
            label={t`Export this list as CSV`}
            disabled={exports.isExporting}
            onClick={exports.start}
            className="ml-auto"
          >
            <Download size={20} />
          </IconButton>
        ) : null}
      </div>
      {data && data.length > 0 ? (
        <ChipRow label={t`Saved filters`} className="mt-2">
          {data.map((saved) => (
            <Chip
              key={saved.id}
              pressed={sameFilter(filter, saved.filter)}
              onClick={() => onShow(sameFilter(filter, saved.filter) ? {} : saved.filter)}
            >
              {saved.name}
            </Chip>
          ))}
        </ChipRow>
      ) : null}
      {error && !data ? (
        <div className="mt-2">
          <FailedNote onRetry={() => void refetch()}>
            <Trans>Saved filters did not load.</Trans>
          </FailedNote>
        </div>
      ) : null}
      {isOpen ? (
        <Suspense fallback={null}>
          <ListFilterSheet
            {...filtered}
            saved={data ?? []}
            onShow={(next) => {
              setOpen(false);
              onShow(next);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
