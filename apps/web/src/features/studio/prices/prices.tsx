import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { monthCents } from '@vlam/contract/rules/subscription-terms';
import LinkIcon from 'lucide-react/icons/link';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { useOwnTierNames } from '../../../components/pay/from-tier.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { PageTitle } from '../../../components/ui/page-title.tsx';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate, formatNumber, formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import type { OwnOffer, OwnTerms } from './api.ts';
import { OfferName } from './offer-name.tsx';

interface PricesProps {
  onTerms(): void;
  onNew(): void;
  onOffer(offer: OwnOffer): void;
  /** The tip menu, below the terms. */
  menu: ReactNode;
}

/** Price and terms, and beside them the trials and codes. */
export function Prices({ onTerms, onNew, onOffer, menu }: PricesProps) {
  const { t } = useLingui();
  const terms = useQuery(queryOf('getOwnTerms'));
  const offers = useQuery(queryOf('listOffers'));
  const error = terms.error ?? offers.error;
  if (error && !(terms.data && offers.data))
    return (
      <ErrorState
        heading="h1"
        error={error}
        onRetry={() => {
          void terms.refetch();
          void offers.refetch();
        }}
      />
    );
  return (
    <>
      <PageTitle size="d3">
        <Trans>Prices</Trans>
      </PageTitle>
      {terms.data && offers.data ? (
        <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-12">
          <div>
            <MonthlyPrice terms={terms.data} />
            <LongerForLess terms={terms.data} onTerms={onTerms} />
            {menu}
          </div>
          <Offers offers={offers.data.items} subscribers={terms.data.subscribers} onNew={onNew} onOffer={onOffer} />
        </div>
      ) : (
        <Loading label={t`Loading your prices`}>
          <SkeletonRows count={5} />
        </Loading>
      )}
    </>
  );
}

function MonthlyPrice({ terms: { priceCents, subscribers } }: { terms: OwnTerms }) {
  const firstTier = useOwnTierNames().get(1);
  const { data } = useQuery(queryOf('listOwnTiers'));
  const first = data?.tiers.find(({ tier }) => tier === 1);
  const people = firstTier && first ? first.subscribers : subscribers;
  return (
    <div className="mt-5 flex items-start justify-between gap-4 border-line border-b pb-5">
      <div className="min-w-0">
        <h2 className="d4">
          <Trans>One month</Trans>
        </h2>
        <p className="wrap-anywhere mt-1 text-muted text-sm">
          {firstTier ? <Trans>Of the first tier, {firstTier}</Trans> : <Trans>Everything for subscribers</Trans>}
        </p>
        <p className="mt-1 text-faint text-meta">
          <Plural value={people} one="# subscriber" other="# subscribers" />
        </p>
      </div>
      <div className="shrink-0 text-right">
        <p data-slot="price" className="num text-[1.875rem]">
          {formatRand(priceCents / 100)}
        </p>
        <Link
          to="/profile"
          className="inline-flex min-h-11 items-center font-semibold text-muted text-sm hover:underline"
        >
          <Trans>Change it</Trans>
        </Link>
      </div>
    </div>
  );
}

function LongerForLess({ terms, onTerms }: { terms: OwnTerms; onTerms(): void }) {
  const { priceCents, percentOff } = terms;
  const figures = [
    { months: 1, off: 0 },
    { months: 3, off: percentOff['3'] },
    { months: 6, off: percentOff['6'] },
    { months: 12, off: percentOff['12'] },
  ];
  return (
    <section className="mt-8">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 className="d4">
          <Trans>Longer for less</Trans>
        </h2>
        <Button size="sm" onClick={onTerms}>
          <Trans>Set</Trans>
        </Button>
      </div>
      <p className="text-faint text-meta">
        <Trans>A month</Trans>
      </p>
      <dl data-slot="terms" className="mt-3 grid grid-cols-2 gap-y-4 xs:grid-cols-4">
        {figures.map(({ months, off }) => (
          <div
            key={months}
            className="min-w-0 border-line not-first:border-l not-first:pl-3 max-xs:odd:border-l-0 max-xs:odd:pl-0"
          >
            <dt className="text-muted text-meta">
              <Plural value={months} one="# month" other="# months" />
            </dt>
            <dd className="num mt-1 text-[1.0625rem]">
              {months > 1 && off === 0 ? (
                <span className="font-normal text-faint text-sm">
                  <Trans>Not sold</Trans>
                </span>
              ) : (
                formatRand(monthCents(priceCents, off) / 100)
              )}
            </dd>
            {off > 0 ? (
              <dd className="text-online text-meta">
                <Trans>{off}% off</Trans>
              </dd>
            ) : null}
          </div>
        ))}
      </dl>
    </section>
  );
}

interface OffersProps {
  offers: readonly OwnOffer[];
  subscribers: number;
  onNew(): void;
  onOffer(offer: OwnOffer): void;
}

function Offers({ offers, subscribers, onNew, onOffer }: OffersProps) {
  return (
    <section className="mt-10 lg:mt-5">
      <h2 className="d4">
        <Trans>Trials and codes</Trans>
      </h2>
      {offers.length === 0 ? (
        <EmptyState
          compact
          heading="h3"
          className="mt-4"
          title={<Trans>Let people try you</Trans>}
          text={<Trans>Some free days, or a first month for less. You say how many may take it.</Trans>}
        />
      ) : (
        <ul className="mt-1">
          {offers.map((offer) => (
            <OfferRow key={offer.id} offer={offer} onOpen={() => onOffer(offer)} />
          ))}
        </ul>
      )}
      <Button variant="primary" size="lg" full className="mt-5" icon={<Plus size={18} />} onClick={onNew}>
        <Trans>New trial or code</Trans>
      </Button>
      <p className="mt-3 text-faint text-meta">
        {subscribers === 0 ? (
          <Trans>A new price is for new people. Subscribers keep theirs until they agree to another.</Trans>
        ) : (
          <Plural
            value={subscribers}
            one="A new price is for new people. Your # subscriber keeps theirs until they agree to another."
            other="A new price is for new people. Your # subscribers keep theirs until they agree to another."
          />
        )}
      </p>
    </section>
  );
}

function OfferRow({ offer, onOpen }: { offer: OwnOffer; onOpen(): void }) {
  const { t } = useLingui();
  const { kind, code, limit, running } = offer;
  const tierName = useOwnTierNames().get(offer.tier);
  return (
    <li data-slot="offer-row" className="flex items-start gap-4 border-line border-b py-4">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{kind === 'trial' ? <OfferName {...offer} /> : code}</p>
        <p className="wrap-anywhere text-muted text-sm">
          {kind === 'trial' ? code : <OfferName {...offer} />}
          {tierName ? `, ${tierName}` : null}
        </p>
        <ProgressBar value={offer.taken / limit} label={t`How many of ${code} are taken`} className="mt-2 h-1!" />
        <p className="mt-2 text-faint text-meta">
          <Taken offer={offer} />
        </p>
      </div>
      {running ? (
        <IconButton label={t`Link of ${code}`} onClick={onOpen}>
          <LinkIcon size={20} strokeWidth={1.75} />
        </IconButton>
      ) : null}
    </li>
  );
}

function Taken({ offer }: { offer: OwnOffer }) {
  const language = useStore(languageStore);
  const { kind, lastDay, running } = offer;
  const [taken, limit, stayed] = [formatNumber(offer.taken), formatNumber(offer.limit), formatNumber(offer.stayed)];
  const day = lastDay ? formatDate(`${lastDay}T12:00:00+02:00`, language) : null;
  return (
    <>
      {kind === 'trial' ? (
        <Trans>
          {taken} of {limit} taken
        </Trans>
      ) : (
        <Trans>
          {taken} of {limit} used
        </Trans>
      )}
      {offer.stayed > 0 ? (
        <>, {kind === 'trial' ? <Trans>{stayed} stayed</Trans> : <Trans>{stayed} renewed</Trans>}</>
      ) : null}
      {running ? (
        day ? (
          <>
            , <Trans>until {day}</Trans>
          </>
        ) : null
      ) : (
        <>
          , <Trans>ended</Trans>
        </>
      )}
    </>
  );
}
