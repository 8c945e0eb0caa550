import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Loading, SkeletonRows } from '../../components/ui/skeleton.tsx';
import { StatusList } from '../../components/ui/status-list.tsx';
import { Tag } from '../../components/ui/tag.tsx';
import type { Answer } from '../../lib/api.ts';
import { formatDate } from '../../lib/format.ts';
import { languageStore } from '../../lib/language.ts';
import { Link } from '../../lib/router.tsx';
import { useStore } from '../../lib/store.ts';
import { bansQuery } from './api.ts';
import { LiftSheet } from './ban-sheets.tsx';
import { banLabels } from './labels.ts';

type Ban = Answer<'listBans'>['items'][number];
type State = 'active' | 'lifted';

/** Devices, ID numbers and bank accounts that may not come back. */
export function BanList() {
  const { t } = useLingui();
  const [state, setState] = useState<State>('active');
  const [lifted, setLifted] = useState<Ban | null>(null);
  const query = useInfiniteQuery(bansQuery(state));
  return (
    <>
      <StatusList<Ban, State>
        label={t`State`}
        statuses={['active', 'lifted']}
        labelOf={(each) => (each === 'active' ? <Trans>Active</Trans> : <Trans>Lifted</Trans>)}
        withAll={false}
        status={state}
        onStatus={(next) => setState(next ?? 'active')}
        query={query}
        loading={
          <Loading label={t`Loading bans`}>
            <SkeletonRows />
          </Loading>
        }
        empty={
          <EmptyState
            title={<Trans>No bans here</Trans>}
            text={
              <Trans>
                When a case is confirmed or a member is suspended, their device, ID number and bank account can be
                banned.
              </Trans>
            }
          />
        }
      >
        {(bans) => (
          <ul className="rise" aria-label={t`Bans`}>
            {bans.map((ban) => (
              <li key={ban.id} className="border-line border-t first:border-t-0">
                <BanRow ban={ban} onLift={() => setLifted(ban)} />
              </li>
            ))}
          </ul>
        )}
      </StatusList>
      {lifted ? <LiftSheet ban={lifted} onClose={() => setLifted(null)} /> : null}
    </>
  );
}

function BanRow({ ban, onLift }: { ban: Ban; onLift(): void }) {
  const { t, i18n } = useLingui();
  const language = useStore(languageStore);
  const name = ban.member.name ?? t`Account closed`;
  return (
    <div className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{i18n._(banLabels[ban.kind])}</span>
          <Tag>{ban.mark}</Tag>
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          <Link
            to="/admin/users/:id"
            params={{ id: ban.member.accountId }}
            className="text-ember-text underline underline-offset-4"
          >
            {name}
          </Link>
          {', '}
          {ban.reason}
        </p>
        <p className="text-faint text-meta">
          {ban.liftedAt ? (
            <Trans>
              Lifted by {ban.liftedBy}, {formatDate(ban.liftedAt, language)}: {ban.liftReason}
            </Trans>
          ) : (
            <Trans>
              Placed by {ban.placedBy}, {formatDate(ban.placedAt, language)}
            </Trans>
          )}
        </p>
      </div>
      {ban.liftedAt ? null : (
        <Button size="sm" variant="outline" onClick={onLift} aria-label={t`Lift the ban of ${name}`}>
          <Trans>Lift</Trans>
        </Button>
      )}
    </div>
  );
}
