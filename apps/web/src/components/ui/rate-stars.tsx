import { Trans, useLingui } from '@lingui/react/macro';
import type { UseMutationResult } from '@tanstack/react-query';
import Star from 'lucide-react/icons/star';
import { type ReactNode, useEffect, useRef } from 'react';

interface RateStarsProps {
  title: ReactNode;
  /** The earlier rating. */
  given: number | null;
  rate: Pick<UseMutationResult<unknown, Error, number>, 'mutate' | 'variables' | 'isSuccess' | 'isError'>;
  className?: string;
}

const choices = [1, 2, 3, 4, 5] as const;

/** Rates a creator with one to five stars; a new rating replaces the earlier one. */
export function RateStars({ title, given, rate, className = '' }: RateStarsProps) {
  const { t } = useLingui();
  const thanks = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (rate.isSuccess) thanks.current?.scrollIntoView({ block: 'nearest' });
  }, [rate.isSuccess]);
  const shown = (rate.isError ? null : rate.variables) ?? given ?? 0;
  return (
    <fieldset className={className}>
      <legend className="sr-only">{title}</legend>
      <p aria-hidden className="d4">
        {title}
      </p>
      <div className="mt-2 -ml-2.5 flex gap-1">
        {choices.map((stars) => (
          <button
            key={stars}
            type="button"
            aria-pressed={stars === shown}
            aria-label={stars === 1 ? t`1 star` : t`${stars} stars`}
            onClick={() => rate.mutate(stars)}
            className="press grid size-11 place-items-center rounded-pill hover:bg-surface-2"
          >
            <Star
              size={26}
              className={stars <= shown ? 'text-gold' : 'text-faint'}
              fill={stars <= shown ? 'currentColor' : 'none'}
            />
          </button>
        ))}
      </div>
      <p ref={thanks} role="status" className="mt-1 min-h-5 text-muted text-sm">
        {rate.isSuccess || given !== null ? (
          <Trans>Thank you. They see the mean of all stars, never yours.</Trans>
        ) : null}
      </p>
    </fieldset>
  );
}
