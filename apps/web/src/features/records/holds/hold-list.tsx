import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag, type TagTone } from '../../../components/ui/tag.tsx';
import { type Answer, queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { ChangeHoldSheet, HoldSheet, PlaceHoldSheet } from './hold-sheets.tsx';
import { authorityLabels, holdStates, subjectLabels } from './labels.ts';

type LegalHold = Answer<'listLegalHolds'>[number];

const tones: Record<LegalHold['state'], TagTone> = {
  asked: 'warning',
  confirmed: 'online',
  lapsed: 'neutral',
  ended: 'neutral',
};

/** Legal holds, newest first. */
export function HoldList() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('listLegalHolds'));
  const [open, setOpen] = useState<{ id: string; as: 'hold' | 'renew' | 'end' } | 'new' | null>(null);
  const close = () => setOpen(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading holds`} className="mt-4">
        <SkeletonRows />
      </Loading>
    );
  const hold = open && open !== 'new' ? data.find(({ id }) => id === open.id) : undefined;
  return (
    <>
      <p className="mt-4 max-w-[68ch] text-muted text-sm">
        <Trans>
          A hold keeps what it covers from being deleted by its age or at a member's wish. The member is not told. Each
          look at this list is recorded.
        </Trans>
      </p>
      <Button className="mt-4" icon={<Plus size={18} aria-hidden />} onClick={() => setOpen('new')}>
        <Trans>Place a hold</Trans>
      </Button>
      {data.length === 0 ? (
        <EmptyState
          title={<Trans>No holds</Trans>}
          text={<Trans>When an authority asks to preserve an account or a case, place a hold here.</Trans>}
        />
      ) : (
        <ul className="rise mt-3" aria-label={t`Legal holds`}>
          {data.map((each) => (
            <li key={each.id} className="border-line border-t first:border-t-0">
              <HoldRow hold={each} onOpen={() => setOpen({ id: each.id, as: 'hold' })} />
            </li>
          ))}
        </ul>
      )}
      {open === 'new' ? <PlaceHoldSheet onClose={close} /> : null}
      {hold && open !== 'new' && open?.as === 'hold' ? (
        <HoldSheet hold={hold} onClose={close} onChange={(as) => setOpen({ id: hold.id, as })} />
      ) : null}
      {hold && open !== 'new' && (open?.as === 'renew' || open?.as === 'end') ? (
        <ChangeHoldSheet hold={hold} action={open.as} onClose={close} />
      ) : null}
    </>
  );
}

function HoldRow({ hold, onOpen }: { hold: LegalHold; onOpen(): void }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  return (
    <button
      type="button"
      onClick={onOpen}
      className="press -mx-3 flex min-h-18 w-[calc(100%+24px)] items-center gap-4 rounded-field px-3 py-3 text-left hover:bg-surface-1"
    >
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-semibold">{hold.subject.name ?? hold.subject.id}</span>
          <Tag tone={tones[hold.state]}>{i18n._(holdStates[hold.state])}</Tag>
          {hold.change ? (
            <Tag tone="warning">
              {hold.change.action === 'renew' ? <Trans>renewal waits</Trans> : <Trans>end waits</Trans>}
            </Tag>
          ) : null}
        </span>
        <span className="block wrap-anywhere text-muted text-sm">
          {i18n._(subjectLabels[hold.subject.type])}, {i18n._(authorityLabels[hold.authority])}, {hold.reference}
        </span>
        <span className="block text-faint text-meta tabular-nums">{hold.number}</span>
      </span>
      <span className="max-w-[40%] shrink-0 text-right text-faint text-meta">
        <Trans>until {formatDate(hold.until, language)}</Trans>
      </span>
    </button>
  );
}
