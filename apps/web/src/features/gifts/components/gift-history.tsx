import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Segment } from '../../../components/ui/choice.tsx';
import { useEarnedLabel } from '../../../components/ui/earned-label.ts';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { GiftTransaction } from '../api.ts';
import { giftLabels } from '../labels.ts';
import { GiftArt } from './gift-art.tsx';

type GiftBox = 'sent' | 'received';

/** The latest ten gifts sent; creators also see received ones. */
export function GiftHistory({ isCreator }: { isCreator: boolean }) {
  const { t } = useLingui();
  const [box, setBox] = useState<GiftBox>('sent');
  const { data, error, refetch } = useQuery(queryOf('giftHistory', { query: { box } }));
  return (
    <Section
      title={<Trans>Recent gifts</Trans>}
      aside={
        isCreator ? (
          <Segment
            label={t`Which gifts`}
            options={[
              { value: 'sent', label: <Trans>Sent</Trans> },
              { value: 'received', label: <Trans>Received</Trans> },
            ]}
            value={box}
            onChange={setBox}
          />
        ) : null
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading label={t`Loading gifts`}>
          <SkeletonRows />
        </Loading>
      ) : data.length === 0 ? (
        <p className="py-4 text-muted">
          {box === 'sent' ? (
            <Trans>No gifts sent yet. Start spreading the love!</Trans>
          ) : (
            <Trans>No gifts received yet.</Trans>
          )}
        </p>
      ) : (
        <ul className="lg:columns-2 lg:gap-12">
          {data.map((gift) => (
            <Row key={gift.id} gift={gift} box={box} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Row({ gift, box }: { gift: GiftTransaction; box: GiftBox }) {
  const { i18n } = useLingui();
  const name = i18n._(giftLabels[gift.giftId].name);
  return (
    <li className="flex min-h-16 break-inside-avoid items-center gap-3.5 border-line border-b py-2.5">
      <span className="block size-11 shrink-0 overflow-hidden rounded-sm">
        <GiftArt gift={gift.giftId} className="block size-full" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere font-semibold">
          {box === 'sent' ? (
            <Trans>
              {name} to {gift.recipientName}
            </Trans>
          ) : (
            <Trans>
              {name} from {gift.senderName}
            </Trans>
          )}
        </span>
        <span className="block wrap-anywhere text-meta text-muted">
          {gift.message ? `“${gift.message}”` : <PostedAge at={gift.timestamp} rule="list" />}
        </span>
      </span>
      <GiftAmount gift={gift} isReceived={box === 'received'} />
    </li>
  );
}

function GiftAmount({ gift: { credits, earned }, isReceived }: { gift: GiftTransaction; isReceived: boolean }) {
  const earnedLabel = useEarnedLabel();
  if (isReceived)
    return earned ? (
      <span className="num max-w-[45%] shrink-0 text-right text-[1.0625rem] text-online">
        +{earnedLabel.brief(earned)}
      </span>
    ) : null;
  return (
    <span className="num inline-flex shrink-0 items-center gap-1 text-[1.0625rem] text-gold">
      <CreditToken />
      {formatNumber(credits)}
      <span className="sr-only">
        {' '}
        <Plural value={credits} one="credit" other="credits" />
      </span>
    </span>
  );
}
