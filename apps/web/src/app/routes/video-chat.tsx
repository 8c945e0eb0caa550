import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useRef, useState } from 'react';
import { BalanceLine } from '../../components/ui/balance-line.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { type CallPartner, type CallView, joinedStore, leaveCall, useCurrentCall } from '../../features/calls/api.ts';
import { LineLoading } from '../../features/calls/components/line-loading.tsx';
import { PartnerList } from '../../features/calls/components/partner-list.tsx';
import { messageOf, queryOf } from '../../lib/api.ts';
import { useBalance } from '../../lib/balance.ts';
import { go, useSearchParam } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { toast } from '../../lib/toast.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const CallDesk = lazyPart(() =>
  import('../../features/calls/components/call-desk.tsx').then((module) => module.CallDesk),
);
const LineSettings = lazyPart(() =>
  import('../../features/calls/components/line-settings.tsx').then((module) => module.LineSettings),
);
const ReceiptSheet = lazyPart(() =>
  import('../../features/calls/components/receipt-sheet.tsx').then((module) => module.ReceiptSheet),
);
const RecentCalls = lazyPart(() =>
  import('../../features/calls/components/recent-calls.tsx').then((module) => module.RecentCalls),
);
const loadFan = () => import('../../features/studio/people/components/fan-panel.tsx');
const FanPanel = lazyPart(() => loadFan().then((module) => module.FanPanel));
const FanSheet = lazyPart(() => loadFan().then((module) => module.FanSheet));
const loadGifts = () => import('./gift-sheets.tsx');
const GiftPanel = lazyPart(() => loadGifts().then((module) => module.GiftPanel));
const GiftSheet = lazyPart(() => loadGifts().then((module) => module.GiftSheet));

const closeReceipt = () => go({ to: '/video-chat', replace: true });

/**
 * Creators to call by the minute. `?with=<profile id>` opens the call with one, `?receipt=<call id>` the receipt of a
 * past call.
 */
export function Route() {
  const { t } = useLingui();
  const user = useCurrentUser();
  const balance = useBalance();
  const call = useCurrentCall();
  const receipt = useSearchParam('receipt');
  useReceiptAfterReload(call);
  const [partner, setPartner] = useState<CallPartner | null>(null);
  const [giving, setGiving] = useState<CallView['other'] | null>(null);
  const [fan, setFan] = useState<CallView['other'] | null>(null);
  const [desk, setDesk] = useState(false);
  const [recent, setRecent] = useState(false);
  if (!desk && (partner || call)) setDesk(true);
  usePartnerFromUrl(setPartner, (message) =>
    toast({ tone: 'info', title: message ?? t`They are not taking calls right now` }),
  );
  return (
    <>
      <PageTitle
        lead={<Trans>Face to face, by the minute. You see the price before it rings, and every minute after.</Trans>}
        aside={<BalanceLine balance={balance} />}
      >
        <Trans>Live Video Chat</Trans>
      </PageTitle>
      {user?.creator ? (
        <LazyBoundary fallback={<LineLoading />}>
          <LineSettings />
        </LazyBoundary>
      ) : null}
      {desk ? (
        <LazyBoundary close={() => setDesk(false)}>
          <CallDesk
            partner={partner}
            call={call ?? null}
            gifts={(to) => (
              <LazyBoundary>
                <GiftPanel to={to} />
              </LazyBoundary>
            )}
            fan={(of) => (
              <LazyBoundary>
                <FanPanel id={of.id} isBeside />
              </LazyBoundary>
            )}
            onGift={setGiving}
            onFan={setFan}
            onClosed={() => setPartner(null)}
          />
        </LazyBoundary>
      ) : null}
      <details className="group mt-4" open={recent} onToggle={(event) => setRecent(event.currentTarget.open)}>
        <summary className="flex min-h-11 items-center gap-2 font-semibold">
          <Trans>Recent calls</Trans>
          <ChevronDown size={18} aria-hidden className="text-muted group-open:rotate-180" />
        </summary>
        {recent ? (
          <LazyBoundary close={() => setRecent(false)}>
            <RecentCalls />
          </LazyBoundary>
        ) : null}
      </details>
      <PartnerList onCall={setPartner} />
      {receipt ? (
        <LazyBoundary close={closeReceipt}>
          <ReceiptSheet id={receipt} onClose={closeReceipt} />
        </LazyBoundary>
      ) : null}
      {fan ? (
        <LazyBoundary close={() => setFan(null)}>
          <FanSheet id={fan.id} isBeside onClose={() => setFan(null)} />
        </LazyBoundary>
      ) : null}
      {giving ? (
        <LazyBoundary close={() => setGiving(null)}>
          <GiftSheet to={giving} onClose={() => setGiving(null)} />
        </LazyBoundary>
      ) : null}
    </>
  );
}

/** Shows the receipt of a call that ended during a reload. */
function useReceiptAfterReload(call: CallView | null | undefined): void {
  const checked = useRef(false);
  useEffect(() => {
    if (call === undefined || checked.current) return;
    checked.current = true;
    const joined = joinedStore.get();
    if (!joined || call?.id === joined.id) return;
    leaveCall(joined);
    if (!call && location.search === '') go({ to: '/video-chat', search: { receipt: joined.id }, replace: true });
  }, [call]);
}

/** Opens the creator named in the URL, once. */
function usePartnerFromUrl(
  found: (partner: CallPartner) => void,
  missing: (message: string | undefined) => void,
): void {
  const id = useSearchParam('with') ?? '';
  // Refetched, because the member agrees to today's price.
  const { data, error, isFetching } = useQuery({
    ...queryOf('getCallPartner', { params: { id } }),
    enabled: id !== '',
    staleTime: 0,
  });
  const handledId = useRef('');
  useEffect(() => {
    if (id === '' || handledId.current === id || isFetching || (data === undefined && !error)) return;
    handledId.current = id;
    if (!error && data?.isOnline && !data.isBusy) found(data);
    else missing(messageOf(error));
    go({ to: '/video-chat', replace: true });
  }, [id, data, error, isFetching, found, missing]);
}
