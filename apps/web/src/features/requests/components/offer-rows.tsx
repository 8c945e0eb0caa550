import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { RequestOffer } from '@vlam/contract/request-terms';
import { clsx } from 'clsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { formatNumber } from '../../../lib/numbers.ts';

interface OfferRowsProps {
  offers: readonly RequestOffer[];
  chosen: string | null;
  /** Null for a wish of one's own. */
  onChoose(offer: RequestOffer | null): void;
}

/** What a creator offers to make, and a wish of one's own. */
export function OfferRows({ offers, chosen, onChoose }: OfferRowsProps) {
  const { t } = useLingui();
  const row = (isChosen: boolean) =>
    clsx(
      'flex min-h-13 w-full items-center justify-between gap-4 rounded-field px-4 py-2 text-left',
      isChosen ? 'bg-gold-soft inset-ring inset-ring-gold' : 'bg-surface-2 hover:bg-surface-3',
    );
  return (
    <ul aria-label={t`On the menu`} className="grid gap-1.5">
      {offers.map((offer) => (
        <li key={offer.id}>
          <button
            type="button"
            aria-pressed={offer.id === chosen}
            onClick={() => onChoose(offer)}
            className={row(offer.id === chosen)}
          >
            <span className="min-w-0">
              <span className="block wrap-anywhere font-semibold">{offer.title}</span>
              <span className="block wrap-anywhere text-muted text-sm">{offer.delivers}</span>
              <span className="block text-faint text-meta">
                {offer.contentType === 'video' ? <Trans>Video</Trans> : <Trans>Photo</Trans>}
                {' · '}
                <Plural value={offer.days} one="within # day" other="within # days" />
              </span>
            </span>
            <span className="num inline-flex shrink-0 items-center gap-1 text-[1.0625rem] text-gold">
              <CreditToken />
              {formatNumber(offer.credits)}
              <span className="sr-only">
                {' '}
                <Trans>credits</Trans>
              </span>
            </span>
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          aria-pressed={chosen === null}
          onClick={() => onChoose(null)}
          className={row(chosen === null)}
        >
          <span className="font-semibold">
            <Trans>A wish of your own</Trans>
          </span>
        </button>
      </li>
    </ul>
  );
}
