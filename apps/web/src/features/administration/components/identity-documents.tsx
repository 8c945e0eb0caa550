import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { WaitingDocument } from '@vlam/contract/profiles-identity';
import { clsx } from 'clsx';
import { useState } from 'react';
import { KeyHint } from '../../../components/staff-lists/queue-list.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { useKeys } from '../../../lib/helpers/use-keys.ts';
import { documentsQuery } from '../api.ts';
import { documentLabel } from '../labels.ts';
import { IdentityDocumentCase } from './identity-document-case.tsx';

/** Identity documents to compare with their accounts, oldest first. A picture is loaded when it is asked for. */
export function IdentityDocuments() {
  const { t } = useLingui();
  const query = useInfiniteQuery(documentsQuery);
  const [openId, setOpenId] = useState<string | null>(null);
  const cases = query.data?.pages.flatMap(({ items }) => items);
  const place = cases?.findIndex(({ id }) => id === openId) ?? -1;
  const opened = cases?.[place];
  const move = (by: 1 | -1) => {
    const next = cases?.[place === -1 ? 0 : place + by];
    if (next) setOpenId(next.id);
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  if (query.error && !cases) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!cases)
    return (
      <Loading label={t`Loading documents`}>
        <SkeletonRows />
      </Loading>
    );
  if (cases.length === 0)
    return (
      <EmptyState
        title={<Trans>Nothing is waiting</Trans>}
        text={<Trans>Identity documents that members send are listed here.</Trans>}
      />
    );
  return (
    <div className="lg:grid lg:grid-cols-[300px_minmax(0,1fr)] lg:items-start lg:gap-10">
      <section aria-label={t`Waiting`} className={clsx(opened && 'max-lg:hidden')}>
        <ul className="border-line border-t">
          {cases.map((each) => (
            <li key={each.id}>
              <Row each={each} isOpen={each.id === openId} onOpen={() => setOpenId(each.id)} />
            </li>
          ))}
        </ul>
        <ShowMore list={query} className="mt-4" />
        <p className="mt-4 hidden items-center gap-1 text-faint text-meta lg:flex">
          <KeyHint keys={['J', 'K']}>
            <Trans>next and previous</Trans>
          </KeyHint>
        </p>
      </section>
      {opened ? (
        <IdentityDocumentCase
          key={opened.id}
          each={opened}
          onBack={() => setOpenId(null)}
          onDecided={() => setOpenId((cases[place + 1] ?? cases[place - 1])?.id ?? null)}
        />
      ) : (
        <p className="hidden max-w-[44ch] pt-4 text-muted lg:block">
          <Trans>Choose a document to compare it with its account. Every look at a picture is recorded.</Trans>
        </p>
      )}
    </div>
  );
}

function Row({ each, isOpen, onOpen }: { each: WaitingDocument; isOpen: boolean; onOpen(): void }) {
  const { i18n } = useLingui();
  return (
    <button
      type="button"
      aria-current={isOpen}
      onClick={onOpen}
      className={clsx(
        'flex min-h-15 w-full flex-wrap items-center gap-x-3 border-line border-b px-3 py-2 text-left hover:bg-surface-2',
        isOpen && 'rounded-md bg-surface-2',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere font-semibold">
          {each.firstName} {each.lastName}
        </span>
        <span className="block text-faint text-meta">
          {i18n._(documentLabel(each.documentType))}
          {each.isOwn ? (
            <>
              {', '}
              <Trans>your own</Trans>
            </>
          ) : null}
        </span>
      </span>
      <span className="text-faint text-meta">
        <PostedAge at={each.sentAt} />
      </span>
    </button>
  );
}
