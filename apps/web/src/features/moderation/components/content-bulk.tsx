import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { BulkBar } from '../../../components/staff-lists/bulk-bar.tsx';
import type { Choosing } from '../../../components/staff-lists/choose-buttons.tsx';
import { useBulkRun } from '../../../components/staff-lists/use-bulk-run.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { api } from '../../../lib/api.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { refreshContent, type WaitingContent } from '../api.ts';
import type { ContentBulkDecision } from './content-bulk-sheet.tsx';

const ContentBulkSheet = lazyPart(() => import('./content-bulk-sheet.tsx').then((module) => module.ContentBulkSheet));

type Body = Parameters<typeof api.bulkContent>[0]['body'];

/** Whether a moderator may decide about an item together with others: X18 takes two, and one's own takes others. */
export const isBulkDecidable = ({ approvalsNeeded, isOwn }: WaitingContent): boolean => approvalsNeeded === 1 && !isOwn;

interface ContentBulkProps {
  choosing: Choosing<WaitingContent>;
  /** What is held back is published or removed, and not given back. */
  mayRefuse: boolean;
  isExporting: boolean;
  onExport(): void;
}

/** What is done with the chosen items: what the last decision did, and the bar with its sheet. */
export function useContentBulk(props: ContentBulkProps): [ReactNode, ReactNode] {
  const { choosing, mayRefuse } = props;
  const { t } = useLingui();
  const client = useQueryClient();
  const [asked, setAsked] = useState<ContentBulkDecision | null>(null);
  const rows = [...choosing.chosen.rows.values()].map(({ id, title, profile }) => ({
    ...{ id, name: title, more: profile.displayName },
  }));
  const { run, isRunning, notice } = useBulkRun<Body>({
    send: (body) => api.bulkContent({ body }),
    undo: (id) => api.undoContent({ params: { id } }),
    refresh: () => refreshContent(client),
    said: ({ decision }, count) =>
      decision === 'approve' ? (
        <Plural value={count} one="# item published" other="# items published" />
      ) : (
        <Plural value={count} one="# item given back" other="# items given back" />
      ),
  });
  const finish = () => {
    setAsked(null);
    choosing.stop();
  };
  return [
    notice,
    <>
      {rows.length > 0 ? (
        <BulkBar
          label={t`Chosen items`}
          count={rows.length}
          exporting={props.isExporting}
          onExport={props.onExport}
          onClear={choosing.chosen.clear}
        >
          <Button size="sm" variant="bone" onClick={() => setAsked('approve')} aria-haspopup="dialog">
            <Trans>Publish…</Trans>
          </Button>
          {mayRefuse ? (
            <Button size="sm" onClick={() => setAsked('refuse')} aria-haspopup="dialog">
              <Trans>Give back…</Trans>
            </Button>
          ) : null}
        </BulkBar>
      ) : null}
      {asked ? (
        <Suspense fallback={null}>
          <ContentBulkSheet
            decision={asked}
            rows={rows}
            busy={isRunning}
            onClose={() => setAsked(null)}
            onConfirm={(reason) =>
              run(
                { decision: asked, contentIds: rows.map(({ id }) => id), ...reason },
                new Map(rows.map(({ id, name }) => [id, name])),
                finish,
              )
            }
          />
        </Suspense>
      ) : null}
    </>,
  ];
}
