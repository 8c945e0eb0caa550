import { Trans, useLingui } from '@lingui/react/macro';
import { callBandOf } from '@vlam/contract/rules/calls';
import Star from 'lucide-react/icons/star';
import { Button } from '../../../components/ui/button.tsx';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { Dotted } from '../../../components/ui/dotted.tsx';
import { PersonPicture, PictureLine } from '../../../components/ui/person-card.tsx';
import type { CallPartner } from '../api.ts';
import { levelNames } from '../labels.ts';

interface PartnerCardProps {
  partner: CallPartner;
  eager: boolean;
  onCall(partner: CallPartner): void;
}

/** A creator who takes calls: portrait, price per minute, and call button. */
export function PartnerCard({ partner, eager, onCall }: PartnerCardProps) {
  const { t, i18n } = useLingui();
  const { id, displayName, rating, responseTime } = partner;
  return (
    <article aria-label={displayName} data-partner-id={id} className="flex flex-col">
      <PersonPicture
        person={partner}
        src={partner.portraitUrl}
        eager={eager}
        isHere={!partner.isBusy}
        tag={partner.isBusy ? <Trans>In a call</Trans> : <Trans>Online</Trans>}
      >
        <PictureLine>{partner.category}</PictureLine>
        <Dotted className="text-meta text-on-picture-2">
          {rating === null ? (
            <Trans>Not rated yet</Trans>
          ) : (
            <span className="inline-flex items-center gap-x-1">
              <Star size={13} fill="currentColor" aria-hidden />
              <span className="sr-only">
                <Trans>Rating</Trans>
              </span>
              {rating.toFixed(1)}
              <span className="sr-only">
                <Trans>of five</Trans>
              </span>
            </span>
          )}
          {responseTime === null ? null : (
            <Trans comment="Seconds in which they usually answer a call">answers in {responseTime} s</Trans>
          )}
        </Dotted>
      </PersonPicture>
      <p className="mt-2.5 flex flex-wrap items-center gap-x-1">
        <CreditPrice credits={partner.creditsPerMinute} size="sm" />
        <span className="text-meta text-muted">
          <Trans comment="After a price in credits">a minute</Trans> ·{' '}
          {i18n._(levelNames[callBandOf(partner.creditsPerMinute)])}
        </span>
      </p>
      <div className="mt-auto pt-2">
        <Button
          size="sm"
          full
          className="px-2!"
          disabled={partner.isBusy}
          aria-label={t`Start Video Call with ${displayName}`}
          onClick={() => onCall(partner)}
        >
          <Trans>Start Video Call</Trans>
        </Button>
      </div>
    </article>
  );
}
