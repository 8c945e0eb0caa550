import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Section, sectionLink } from '../../components/ui/page-title.tsx';
import { Loading, SkeletonRows } from '../../components/ui/skeleton.tsx';
import { go, Link, useParams, useSearchParam } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { NotFound } from '../not-found.tsx';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';
import { ThemeChoice } from '../theme-choice.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import type { SettingsName } from './settings-list.tsx';

const Preferences = lazyPart(() =>
  import('../../features/notifications/components/preferences.tsx').then((module) => module.Preferences),
);
const Subscriptions = lazyPart(() =>
  import('../../features/payments/components/subscriptions.tsx').then((module) => module.Subscriptions),
);
const Purchases = lazyPart(() =>
  import('../../features/payments/components/purchases.tsx').then((module) => module.Purchases),
);
const NewPrice = lazyPart(() => import('../../features/payments/components/new-price.tsx').then((m) => m.NewPrice));
const SavedMethods = lazyPart(() =>
  import('../../features/payments/components/saved-methods.tsx').then((module) => module.SavedMethods),
);
const SpendingLimits = lazyPart(() =>
  import('../../features/payments/components/spending-limits.tsx').then((module) => module.SpendingLimits),
);
const LineSettings = lazyPart(() =>
  import('../../features/calls/components/line-settings.tsx').then((module) => module.LineSettings),
);
const LanguagePanel = lazyPart(() => import('../shell/language-panel.tsx').then((module) => module.LanguagePanel));

interface Part {
  title: ReactNode;
  Content(): ReactNode;
}

const parts: Partial<Record<SettingsName, Part>> = {
  notifications: { title: <Trans>Notifications</Trans>, Content: () => <Preferences /> },
  payments: { title: <Trans>Payments</Trans>, Content: Payments },
  calls: { title: <Trans>Calls</Trans>, Content: () => <LineSettings /> },
  language: { title: <Trans>Language</Trans>, Content: Languages },
  theme: { title: <Trans>Theme</Trans>, Content: Theme },
};
const isPart = (name: string): name is keyof typeof parts => Object.hasOwn(parts, name);

/** One part of the settings that has no screen of its own. */
export function Route() {
  const { t } = useLingui();
  const { part } = useParams('/settings/:part');
  const shown = isPart(part) ? parts[part] : undefined;
  if (!shown) return <NotFound />;
  return (
    <SettingsFrame current={part as SettingsName} title={shown.title}>
      <LazyBoundary
        fallback={
          <Loading label={t`Loading`}>
            <SkeletonRows />
          </Loading>
        }
      >
        <shown.Content />
      </LazyBoundary>
    </SettingsFrame>
  );
}

const closePriceSheet = () => go({ to: '/settings/:part', params: { part: 'payments' }, replace: true });

/** Subscriptions, cards, limits and payments. `?subscription=<id>` opens that subscription's price change. */
function Payments() {
  const pricedSubscriptionId = useSearchParam('subscription');
  const [answered, setAnswered] = useState<string | null>(null);
  return (
    <>
      <Section title={<Trans>Subscriptions</Trans>} className="mt-6!">
        <Subscriptions focusedId={answered} />
      </Section>
      <Section title={<Trans>Saved cards</Trans>}>
        <SavedMethods />
      </Section>
      <Section title={<Trans>Spending limits</Trans>}>
        <SpendingLimits />
      </Section>
      <Section
        title={<Trans>Payments</Trans>}
        aside={
          <Link to="/statement" className={sectionLink}>
            <Trans>Statement and receipts</Trans>
          </Link>
        }
      >
        <Purchases />
      </Section>
      {pricedSubscriptionId ? (
        <LazyBoundary close={closePriceSheet}>
          <NewPrice
            id={pricedSubscriptionId}
            onAnswered={() => setAnswered(pricedSubscriptionId)}
            onClose={closePriceSheet}
          />
        </LazyBoundary>
      ) : null}
    </>
  );
}

function Languages() {
  return (
    <div className="-mx-3 mt-4 max-w-[420px]">
      <LanguagePanel close={() => undefined} />
    </div>
  );
}

function Theme() {
  return (
    <>
      <p className="mt-2 mb-4 text-muted">
        <Trans>Auto follows this device. The choice stays here when you log out.</Trans>
      </p>
      <ThemeChoice />
    </>
  );
}
