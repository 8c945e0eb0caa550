import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { demoStartingCredits } from '@vlam/contract/credits';
import { buttonStyle } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { CreditToken } from '../../components/ui/marks.tsx';
import { PageTitle, Section } from '../../components/ui/page-title.tsx';
import { TestProfileCards } from '../../features/profiles/components/test-profile-cards.tsx';
import { queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { Link } from '../../lib/router.tsx';
import { ScreenLoading } from '../screen-loading.tsx';

/** The demo's sample profiles and the prices for test credits; explains when this is not a demo. */
export function Route() {
  const { data, error, refetch } = useQuery(queryOf('testProfiles'));
  if (error) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!data) return <ScreenLoading />;
  if (data.length === 0)
    return (
      <EmptyState
        heading="h1"
        title={<Trans>No test profiles here</Trans>}
        text={<Trans>They belong to the demo. Everybody on this site is a real member.</Trans>}
        action={
          <Link to="/" className={buttonStyle({ variant: 'bone' })}>
            <Trans>Go to Feed</Trans>
          </Link>
        }
      />
    );
  return (
    <>
      <PageTitle
        className="mb-6"
        lead={<Trans>Two invented creators to try things on. Nobody is behind them, and no money moves.</Trans>}
      >
        <Trans>Test profiles</Trans>
      </PageTitle>
      <TestProfileCards profiles={data} />
      <TestingCredits />
    </>
  );
}

function TestingCredits() {
  const { t } = useLingui();
  const start = formatNumber(demoStartingCredits);
  const prices = [
    [t`Standard photos`, '5–8'],
    [t`Exclusive`, '8–12'],
    [t`Short videos`, '10–12'],
    [t`Premium videos`, '15+'],
  ] as const;
  return (
    <Section title={<Trans>Testing credits</Trans>} className="lg:max-w-[760px]">
      <p className="text-muted">
        <Trans>
          Start with <b className="font-semibold text-gold">{start} test credits</b> and unlock what you like.
        </Trans>
      </p>
      <dl className="mt-3">
        {prices.map(([label, price]) => (
          <div key={label} className="flex min-h-14 items-center justify-between gap-4 border-line border-t">
            <dt>{label}</dt>
            <dd className="num inline-flex items-center gap-1.5 text-[1.0625rem] text-gold">
              <CreditToken />
              {price}
              <span className="sr-only">
                <Trans>credits</Trans>
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
