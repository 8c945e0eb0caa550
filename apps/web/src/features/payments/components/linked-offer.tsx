import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ProfileView } from '@vlam/contract/profiles';
import { CodeNote, OfferGift } from '../../../components/pay/subscription-offer.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { queryOf } from '../../../lib/api.ts';

/** The offer that the address of a creator's screen carries. */
export function LinkedOffer({
  person: { id, isOwn, relation },
  code,
  onOpen,
}: {
  person: Pick<ProfileView, 'id' | 'isOwn' | 'relation'>;
  code: string;
  onOpen(sheet: 'subscribe'): void;
}) {
  const subscription = relation?.subscription;
  const { data } = useQuery({
    ...queryOf('getSubscriptionTerms', { params: { id }, query: { code: code.slice(0, 40) } }),
    staleTime: 0,
    enabled: !isOwn,
  });
  if (isOwn || (subscription && !subscription.trial) || !data?.offer || !data.sells) return null;
  const { offer } = data;
  if (offer.refusal) return <CodeNote offer={offer} className="mt-4" />;
  return (
    <div
      data-slot="offer"
      className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-card bg-surface-2 p-4"
    >
      <p className="min-w-0">
        <span className="d4 block">
          <OfferGift {...offer} />
        </span>
        <span className="text-muted text-sm">
          <Trans>with {offer.code}</Trans>
        </span>
      </p>
      <Button variant="bone" onClick={() => onOpen('subscribe')}>
        <Trans>Look at it</Trans>
      </Button>
    </div>
  );
}
