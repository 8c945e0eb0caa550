import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { TipMenuItem } from '@vlam/contract/messaging-tip-menu';
import { useState } from 'react';
import { TipMenuRows } from '../../components/pay/tip-menu-rows.tsx';
import { queryOf } from '../../lib/api.ts';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const CreditTipSheet = lazyPart(() =>
  import('../../components/ui/credit-tip-sheet.tsx').then((module) => module.CreditTipSheet),
);

/** A creator's tip menu on their page; nothing without one. */
export function PersonTipMenu({ to, isOwn }: { to: { id: string; displayName: string }; isOwn: boolean }) {
  const { data } = useQuery({ ...queryOf('getTipMenu', { params: { id: to.id } }), staleTime: 0 });
  const [chosen, setChosen] = useState<TipMenuItem | null>(null);
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  const close = () => setChosen(null);
  return (
    <section className="mt-8">
      <h2 className="d4 mb-3">
        <Trans>Tip menu</Trans>
      </h2>
      <TipMenuRows items={items} onChoose={isOwn ? undefined : setChosen} />
      {chosen ? (
        <LazyBoundary close={close}>
          <CreditTipSheet to={to} item={chosen} onClose={close} />
        </LazyBoundary>
      ) : null}
    </section>
  );
}
