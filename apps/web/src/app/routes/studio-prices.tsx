import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { StudioParts } from '../../features/studio/components/studio-parts.tsx';
import type { OwnOffer } from '../../features/studio/prices/api.ts';
import { Prices } from '../../features/studio/prices/prices.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { CreatorRequired } from '../creator-required.tsx';
import { ScreenLoading } from '../screen-loading.tsx';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const TermsSheet = lazyPart(() =>
  import('../../features/studio/prices/terms-sheet.tsx').then((module) => module.TermsSheet),
);
const Tiers = lazyPart(() => import('../../features/studio/prices/tiers.tsx').then((module) => module.Tiers));
const TipMenu = lazyPart(() => import('../../features/studio/prices/tip-menu.tsx').then((module) => module.TipMenu));
const RequestTerms = lazyPart(() =>
  import('../../features/studio/prices/request-terms.tsx').then((module) => module.RequestTerms),
);
const Referrals = lazyPart(() =>
  import('../../features/studio/prices/referrals.tsx').then((module) => module.Referrals),
);
const ReferralLinkSheet = lazyPart(() =>
  import('../../features/studio/prices/referral-link-sheet.tsx').then((module) => module.ReferralLinkSheet),
);
const NewOfferSheet = lazyPart(() =>
  import('../../features/studio/prices/new-offer-sheet.tsx').then((module) => module.NewOfferSheet),
);
const OfferLinkSheet = lazyPart(() =>
  import('../../features/studio/prices/offer-link-sheet.tsx').then((module) => module.OfferLinkSheet),
);

type Opened = 'terms' | 'new' | { offer: OwnOffer } | { referral: string };

/** A creator's price, longer terms, trials and codes. */
export function Route() {
  const user = useCurrentUser();
  const [opened, setOpened] = useState<Opened | null>(null);
  if (!user) return <ScreenLoading />;
  if (!user.creator)
    return (
      <CreatorRequired
        text={<Trans>The studio is for those who publish. Name a category and a price, and it opens.</Trans>}
      />
    );
  const close = () => setOpened(null);
  return (
    <>
      <StudioParts here="/studio/prices" />
      <Prices
        onTerms={() => setOpened('terms')}
        onNew={() => setOpened('new')}
        onOffer={(offer) => setOpened({ offer })}
        menu={
          <LazyBoundary>
            <Tiers />
            <TipMenu />
            <RequestTerms />
            <Referrals onLink={(referral) => setOpened({ referral })} />
          </LazyBoundary>
        }
      />
      {opened ? (
        <LazyBoundary close={close}>
          {opened === 'terms' ? (
            <TermsSheet onClose={close} />
          ) : opened === 'new' ? (
            <NewOfferSheet onClose={close} />
          ) : 'referral' in opened ? (
            <ReferralLinkSheet code={opened.referral} onClose={close} />
          ) : (
            <OfferLinkSheet offer={opened.offer} onClose={close} />
          )}
        </LazyBoundary>
      ) : null}
    </>
  );
}
