import { Trans, useLingui } from '@lingui/react/macro';
import type { UserFilter } from '@vlam/contract/administration-users';
import type { ReactNode } from 'react';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import type { Answer } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { sameFilter } from './filter.ts';

type Filters = Answer<'userFilters'>;
type Count = Filters['suspended'];

/** Johannesburg's date six days ago: with today the last seven days. */
const weekAgo = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Johannesburg' }).format(Date.now() - 6 * 86_400_000);

interface FilterChipsProps {
  /** The current filter without its text. */
  filter: UserFilter;
  filters: Filters | undefined;
  onShow(filter: UserFilter): void;
}

/** Fixed filters and those saved by this member of staff, with how many each finds. */
export function FilterChips({ filter, filters, onShow }: FilterChipsProps) {
  const { t } = useLingui();
  const chip = (key: string, label: ReactNode, count: Count | undefined, target: UserFilter) => (
    <Chip
      key={key}
      pressed={sameFilter(filter, target)}
      onClick={() => onShow(target)}
      {...(count ? { count: countText(count) } : {})}
    >
      {label}
    </Chip>
  );
  return (
    <ChipRow label={t`Filters`}>
      {chip('all', <Trans>All</Trans>, undefined, {})}
      {chip('suspended', <Trans>Suspended</Trans>, filters?.suspended, { status: 'suspended' })}
      {chip('unverified', <Trans>Unverified</Trans>, filters?.unverified, { status: 'unverified' })}
      {chip('new', <Trans>New this week</Trans>, filters?.newThisWeek, { joinedSince: weekAgo() })}
      {filters?.saved.map(({ id, name, filter: saved, ...count }) => chip(id, name, count, saved))}
    </ChipRow>
  );
}

/** A count stops at ten thousand where it would have to read too much. */
const countText = ({ count, exact }: Count): string =>
  !exact && count % 10_000 === 0 ? `${formatNumber(count)}+` : formatNumber(count);

/** A search that did not find everyone counts what it has found. */
export const totalText = (page: { total: number; totalIsExact: boolean }, isSearch: boolean): string =>
  isSearch && !page.totalIsExact
    ? `${formatNumber(page.total)}+`
    : countText({ count: page.total, exact: page.totalIsExact });
