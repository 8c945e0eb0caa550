import { Trans, useLingui } from '@lingui/react/macro';
import { callBandOf } from '@vlam/contract/rules/calls';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Star from 'lucide-react/icons/star';
import { Portrait } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { PresenceDot, Tag } from '../../../components/ui/tag.tsx';
import { Link } from '../../../lib/router.tsx';
import type { CallPartner } from '../api.ts';
import { bandWords } from '../words.ts';

interface PartnerCardProps {
  partner: CallPartner;
  eager: boolean;
  onCall(partner: CallPartner): void;
}

/** A creator who takes calls: their portrait, what a minute costs, and the way in. */
export function PartnerCard({ partner, eager, onCall }: PartnerCardProps) {
  const { t, i18n } = useLingui();
  const { id, displayName, age, rating, responseTime } = partner;
  return (
    <article aria-label={displayName} data-partner-id={id} className="flex flex-col">
      <Link
        to="/profile/:id"
        params={{ id }}
        className="relative isolate block aspect-3/4 overflow-hidden rounded-card bg-[#221b19] text-on-picture"
      >
        <Portrait
          src={partner.portraitUrl}
          width={3}
          height={4}
          eager={eager}
          className="absolute inset-0 size-full bg-transparent!"
        />
        <span
          aria-hidden
          className="absolute inset-x-0 top-[45%] bottom-0 bg-linear-to-b from-[rgb(10_6_6/0)] to-[rgb(10_6_6/.82)]"
        />
        <Tag
          tone="glass"
          className="absolute top-2.5 left-2.5"
          icon={partner.isBusy ? null : <PresenceDot className="bg-[#52d69d]!" />}
        >
          {partner.isBusy ? <Trans>In a call</Trans> : <Trans>Online</Trans>}
        </Tag>
        <span className="absolute inset-x-3 bottom-[11px]">
          <span className="d4 flex items-center gap-1">
            <span className="truncate">{displayName}</span>
            {age === null ? null : <span className="shrink-0 font-normal">{age}</span>}
            {partner.isVerified ? (
              <BadgeCheck size={16} className="shrink-0" aria-label={t`Verified`} role="img" />
            ) : null}
          </span>
          <span className="block truncate text-meta text-on-picture-2">{partner.category}</span>
          <span className="flex items-center gap-1 text-meta text-on-picture-2">
            {rating === null ? (
              <Trans>Not rated yet</Trans>
            ) : (
              <>
                <Star size={13} fill="currentColor" aria-hidden />
                <span className="sr-only">
                  <Trans>Rating</Trans>
                </span>
                {rating.toFixed(1)}
                <span className="sr-only">
                  <Trans>of five</Trans>
                </span>
              </>
            )}
            {responseTime === null ? null : (
              <span className="truncate">
                {' '}
                · <Trans comment="Seconds in which they usually answer a call">answers in {responseTime} s</Trans>
              </span>
            )}
          </span>
        </span>
      </Link>
      <p className="mt-2.5 flex flex-wrap items-center gap-x-1">
        <CreditPrice credits={partner.creditsPerMinute} size="sm" />
        <span className="text-meta text-muted">
          <Trans comment="After a price in credits">a minute</Trans> ·{' '}
          {i18n._(bandWords[callBandOf(partner.creditsPerMinute)])}
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
