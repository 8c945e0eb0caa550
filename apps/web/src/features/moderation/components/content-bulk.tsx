import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../lib/api.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { refreshContent, type WaitingContent } from '../api.ts';
import type { ContentBulkDecision } from './content-bulk-sheet.tsx';
import { type BulkProps, useBulk } from './use-bulk.tsx';

const ContentBulkSheet = lazyPart(() => import('./content-bulk-sheet.tsx').then((module) => module.ContentBulkSheet));

type Body = Parameters<typeof api.bulkContent>[0]['body'];

/** Whether a moderator may decide about an item together with others: X18 takes two, and one's own takes others. */
export const isBulkDecidable = ({ approvalsNeeded, isOwn }: WaitingContent): boolean => approvalsNeeded === 1 && !isOwn;

interface ContentBulkProps extends BulkProps<WaitingContent> {
  /** What is held back is published or removed, and not given back. */
  mayRefuse: boolean;
}

/** What is done with the chosen items. */
export function useContentBulk({ mayRefuse, ...bulk }: ContentBulkProps): [ReactNode, ReactNode] {
  const { t } = useLingui();
  const client = useQueryClient();
  return useBulk<WaitingContent, ContentBulkDecision, Body>(bulk, {
    label: t`Chosen items`,
    rows: [...bulk.choosing.chosen.rows.values()].map(({ id, title, profile }) => ({
      ...{ id, name: title, more: profile.displayName },
    })),
    choices: [
      { decision: 'approve', text: <Trans>Publish…</Trans> },
      ...(mayRefuse ? [{ decision: 'refuse' as const, text: <Trans>Give back…</Trans> }] : []),
    ],
    calls: {
      send: (body) => api.bulkContent({ body }),
      undo: (id) => api.undoContent({ params: { id } }),
      refresh: () => refreshContent(client),
      summary: ({ decision }, count) =>
        decision === 'approve' ? (
          <Plural value={count} one="# item published" other="# items published" />
        ) : (
          <Plural value={count} one="# item given back" other="# items given back" />
        ),
    },
    sheet: ({ onConfirm, ...sheet }) => (
      <ContentBulkSheet
        {...sheet}
        onConfirm={(reason) =>
          onConfirm({ decision: sheet.decision, contentIds: sheet.rows.map(({ id }) => id), ...reason })
        }
      />
    ),
  });
}
