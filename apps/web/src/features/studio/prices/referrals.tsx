import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OwnReferrals } from '@vlam/contract/referrals';
import { referralMonths, referralPercent } from '@vlam/contract/rules/referrals';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate, formatNumber, formatRand } from '../../../lib/format.ts';
import { type Language, languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';

/** Months that are shown at first. */
const fewMonths = 3;

/** `Nov 2026`. */
const monthOf = (month: string, language: Language): string =>
  formatDate(`${month}-01T12:00:00+02:00`, language).split(' ').slice(1).join(' ');

/** The link for other creators, what it brought, and who referred this one. */
export function Referrals({ onLink }: { onLink(code: string): void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('ownReferrals'));
  return (
    <section data-slot="referrals" className="mt-10">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 className="d4">
          <Trans>Referrals</Trans>
        </h2>
        {data?.code ? (
          <Button size="sm" onClick={() => onLink(data.code ?? '')}>
            <Trans>Your link</Trans>
          </Button>
        ) : null}
      </div>
      <p className="text-faint text-meta">
        <Trans>
          Bring another creator, and {referralPercent}% of what their fans pay is yours for {referralMonths} months from
          their first sale. It comes out of our part, never out of theirs.
        </Trans>
      </p>
      {data ? (
        <Figures referrals={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label={t`Loading your referrals`}>
          <SkeletonRows count={2} />
        </Loading>
      )}
    </section>
  );
}

function Figures({ referrals }: { referrals: OwnReferrals }) {
  const { code, joined, selling, months, totalCents, referredBy } = referrals;
  const figures = [
    { name: 'joined', label: <Trans>Joined</Trans>, value: formatNumber(joined) },
    { name: 'sold', label: <Trans>Have sold</Trans>, value: formatNumber(selling) },
    { name: 'earned', label: <Trans>Earned</Trans>, value: formatRand(totalCents / 100), isMoney: true },
  ];
  return (
    <>
      {joined > 0 ? (
        <dl className="mt-3 grid grid-cols-3 gap-y-4">
          {figures.map(({ name, label, value, isMoney }) => (
            <div key={name} className="min-w-0 border-line not-first:border-l not-first:pl-3">
              <dt className="text-muted text-meta">{label}</dt>
              <dd className={`num wrap-anywhere mt-1 text-[1.0625rem] ${isMoney ? 'text-gold' : ''}`}>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {code ? null : (
        <p className="mt-3 text-muted text-sm">
          <Trans>Your link opens once your age is proven.</Trans>
        </p>
      )}
      <Months months={months} />
      {referredBy ? <ReferredBy by={referredBy} /> : null}
    </>
  );
}

function Months({ months }: Pick<OwnReferrals, 'months'>) {
  const language = useStore(languageStore);
  const [all, setAll] = useState(false);
  const shown = all ? months : months.slice(0, fewMonths);
  const rest = months.length - shown.length;
  if (months.length === 0) return null;
  return (
    <>
      <ul className="mt-3">
        {shown.map(({ month, cents }) => (
          <li key={month} className="flex justify-between gap-4 border-line border-b py-2.5 text-sm">
            <span>{monthOf(month, language)}</span>
            <span className="num">{formatRand(cents / 100)}</span>
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Button size="sm" className="mt-3" onClick={() => setAll(true)}>
          <Plural value={rest} one="Show # more month" other="Show # more months" />
        </Button>
      ) : null}
    </>
  );
}

function ReferredBy({ by: { person, until, ended } }: { by: NonNullable<OwnReferrals['referredBy']> }) {
  const language = useStore(languageStore);
  const name = person ? (
    <Link to="/profile/:id" params={{ id: person.id }} className="font-semibold text-ink hover:underline">
      {person.displayName}
    </Link>
  ) : (
    <Trans>Another creator</Trans>
  );
  const day = until ? formatDate(until, language) : null;
  return (
    <p data-slot="referred-by" className="mt-4 text-muted text-sm">
      {ended ? (
        <Trans>{name} brought you here. Their share of your sales has ended.</Trans>
      ) : day ? (
        <Trans>
          {name} brought you here and earns {referralPercent}% of your sales until {day}, out of our part. It costs you
          nothing.
        </Trans>
      ) : (
        <Trans>
          {name} brought you here and earns {referralPercent}% of your sales for {referralMonths} months from the first
          one, out of our part. It costs you nothing.
        </Trans>
      )}
    </p>
  );
}
