import { Plural, Trans } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { formatNumber } from '../../lib/numbers.ts';
import { CreditToken } from './marks.tsx';
import { PaidRand } from './paid-rand.tsx';

const sizes = { sm: 'text-[1.0625rem]', md: 'text-[1.25rem]', lg: 'text-[1.75rem]' } as const;

interface CreditPriceProps {
  credits: number;
  size?: keyof typeof sizes;
  /** The regular price, struck through. */
  instead?: number | null;
  /** Another member pays it, so this member's cost per credit does not apply. */
  ofAnother?: boolean;
  className?: string;
}

/** A price in credits, and on a line below what these credits cost this member in rand. */
export function CreditPrice({ credits, size = 'md', instead = null, ofAnother = false, className }: CreditPriceProps) {
  return (
    <span data-slot="credit-price" className={clsx('inline-flex flex-wrap items-center gap-x-2', className)}>
      <span className={clsx('num inline-flex items-center gap-1.5 text-gold', sizes[size])}>
        <CreditToken className="translate-y-[.05em]" />
        {formatNumber(credits)}
        <span className="sr-only">
          {' '}
          <Plural value={credits} one="credit" other="credits" />
        </span>
      </span>
      {instead !== null && instead > credits ? (
        <del className="text-faint text-meta tabular-nums">
          <span className="sr-only">
            <Trans>instead of</Trans>{' '}
          </span>
          {formatNumber(instead)}
        </del>
      ) : null}
      {ofAnother ? null : (
        <PaidRand
          credits={credits}
          className="basis-full whitespace-nowrap font-normal text-faint text-meta tabular-nums"
        />
      )}
    </span>
  );
}
