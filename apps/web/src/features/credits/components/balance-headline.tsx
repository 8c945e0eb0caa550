import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { RollingNumber } from '../../../components/ui/rolling-number.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { creditCosts } from '../packs.ts';

interface BalanceHeadlineProps {
  /** Absent while loading; its space is reserved. */
  balance: number | undefined;
  promotional: number;
}

/** The spendable credits as the screen's headline, with what they would buy. */
export function BalanceHeadline({ balance, promotional }: BalanceHeadlineProps) {
  const { t } = useLingui();
  const isLong = balance !== undefined && formatNumber(balance).length > 5;
  const photos = formatNumber(Math.floor((balance ?? 0) / creditCosts.photo));
  const videos = Math.floor((balance ?? 0) / creditCosts.video);
  return (
    <header className="pt-2 lg:flex lg:items-end lg:justify-between lg:gap-8 lg:pt-1">
      <div className="min-w-0">
        <h1 tabIndex={-1} data-title={t`Your credits`}>
          <span className="flex items-center gap-2 font-sans font-semibold text-muted text-sm">
            <CreditToken className="text-gold" />
            <Trans>Your credits</Trans>
          </span>
          <span
            className={clsx(
              'num mt-3 -ml-[5px] block min-h-[.86em] text-gold leading-[.86]! tracking-[-0.055em]! lg:-ml-[7px]',
              isLong
                ? 'text-[min(3.75rem,20vw)] xs:text-[min(4.75rem,25vw)] lg:text-[7rem]'
                : 'text-[min(5.25rem,28vw)] xs:text-[min(6.5rem,35vw)] lg:text-[8.5rem]',
            )}
          >
            {balance === undefined ? null : balance === 0 ? (
              <span className="d2 ml-[5px] block text-ink lg:ml-[7px]">
                <Trans>Start with five, free each day.</Trans>
              </span>
            ) : (
              <RollingNumber value={balance} />
            )}
          </span>
        </h1>
        <p className="mt-4 min-h-6 text-muted">
          {balance === undefined ? null : balance === 0 ? (
            <Trans>Nothing to spend yet. A photo starts at {creditCosts.photo}.</Trans>
          ) : balance < creditCosts.photo ? (
            <Trans>
              <Plural value={creditCosts.photo - balance} one="# credit" other="# credits" /> short of a photo.
            </Trans>
          ) : balance < creditCosts.video ? (
            <Trans>Enough for a photo.</Trans>
          ) : (
            <Trans>
              About {photos} photos, or <Plural value={videos} one="# video" other="# videos" />.
            </Trans>
          )}
        </p>
        {promotional > 0 ? (
          <p className="mt-1 text-meta text-faint">
            {promotional === balance ? (
              <Trans>All of them were given to you. They are spent like any other.</Trans>
            ) : (
              <Trans>{formatNumber(promotional)} of them were given to you, and are spent last.</Trans>
            )}
          </p>
        ) : null}
      </div>
      <p className="hidden max-w-65 pb-1.5 text-right text-faint text-sm lg:block">
        <Trans>Credits are separate from rand and spent one unlock at a time.</Trans>
      </p>
    </header>
  );
}
