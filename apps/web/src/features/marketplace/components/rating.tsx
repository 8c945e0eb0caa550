import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Star from 'lucide-react/icons/star';
import { RateStars } from '../../../components/ui/rate-stars.tsx';
import { messageOf } from '../../../lib/api.ts';
import { toastError } from '../../../lib/toast.ts';
import { useRateBundle } from '../api.ts';

interface RatingProps {
  rating: number | null;
  reviews: number;
  /** Its ink is that of text on pictures. */
  isOnPicture?: boolean;
  className?: string;
}

/** Average rating of a bundle; renders nothing without ratings. */
export function Rating({ rating, reviews, isOnPicture = false, className }: RatingProps) {
  if (rating === null) return null;
  return (
    <span className={clsx('inline-flex items-center gap-1 tabular-nums', className)}>
      <Star size={14} className="fill-current" aria-hidden />
      <span aria-hidden>
        {rating.toFixed(1)} <span className={isOnPicture ? 'text-on-picture-2' : 'text-faint'}>({reviews})</span>
      </span>
      <span className="sr-only">
        <Trans>
          rated {rating.toFixed(1)} of 5 by {reviews}
        </Trans>
      </span>
    </span>
  );
}

export function RateBundle({ bundleId, given }: { bundleId: string; given: number | null }) {
  const { t } = useLingui();
  const rate = useRateBundle(bundleId, (error) =>
    toastError(t`Error`, messageOf(error) ?? t`Your stars did not arrive. Try again.`),
  );
  return <RateStars title={<Trans>Rate this bundle</Trans>} given={given} rate={rate} />;
}
