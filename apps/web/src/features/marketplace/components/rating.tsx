import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Star from 'lucide-react/icons/star';
import { messageOf } from '../../../lib/api.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { useRateBundle } from '../api.ts';

interface RatingProps {
  rating: number | null;
  reviews: number;
  className?: string;
}

/** What buyers gave a bundle on average; nothing until somebody has rated. */
export function Rating({ rating, reviews, className }: RatingProps) {
  if (rating === null) return null;
  return (
    <span className={clsx('inline-flex items-center gap-1 tabular-nums', className)}>
      <Star size={14} className="fill-current" aria-hidden />
      <span aria-hidden>
        {rating.toFixed(1)} <span className="text-faint">({reviews})</span>
      </span>
      <span className="sr-only">
        <Trans>
          rated {rating.toFixed(1)} of 5 by {reviews}
        </Trans>
      </span>
    </span>
  );
}

/** Five stars to give to what one has bought. */
export function RateStars({ bundleId }: { bundleId: string }) {
  const { t } = useLingui();
  const rate = useRateBundle({
    onSuccess: () => toast({ title: t`Thank you`, text: t`Your rating counts.` }),
    onError: (error) => toastError(t`Error`, messageOf(error) ?? t`The rating could not be saved. Try again.`),
  });
  const given = rate.variables?.stars ?? 0;
  return (
    <fieldset aria-label={t`Rate this bundle`} className="flex flex-wrap items-center justify-between gap-x-4">
      <span aria-hidden className="text-muted">
        <Trans>Rate this bundle</Trans>
      </span>
      <span className="-mr-2 flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <button
            key={stars}
            type="button"
            aria-label={t`${stars} of 5`}
            aria-pressed={stars === given}
            disabled={rate.isPending}
            onClick={() => rate.mutate({ id: bundleId, stars })}
            className="press flex size-11 items-center justify-center rounded-pill hover:bg-surface-2"
          >
            <Star size={22} className={stars <= given ? 'fill-current text-ink' : 'text-faint'} />
          </button>
        ))}
      </span>
    </fieldset>
  );
}
