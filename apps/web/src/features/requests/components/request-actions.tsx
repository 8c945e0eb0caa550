import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { lazyPart } from '../../../lib/styles.ts';
import type { ContentRequestView } from '../api.ts';
import { actionsOf } from '../can.ts';
import type { SheetName } from './request-sheets.tsx';

const RequestSheet = lazyPart(() => import('./request-sheets.tsx').then((module) => module.RequestSheet));

interface RequestActionsProps {
  request: ContentRequestView;
  onView(request: ContentRequestView): void;
  onDeliver(request: ContentRequestView): void;
  /** Puts a sheet over the screen; its code may still have to come. */
  over(close: () => void, sheet: ReactNode): ReactNode;
}

/** What can be done with a request, and the sheets that ask before it is. */
export function RequestActions({ request, onView, onDeliver, over }: RequestActionsProps) {
  const [now] = useState(() => new Date());
  const [sheet, setSheet] = useState<SheetName | null>(null);
  const can = actionsOf(request, now);
  const close = () => setSheet(null);
  return (
    <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
      {can.respond ? (
        <Button variant="bone" size="sm" onClick={() => setSheet('respond')}>
          <Trans>Respond</Trans>
        </Button>
      ) : null}
      {can.deliver ? (
        <Button variant="bone" size="sm" onClick={() => onDeliver(request)}>
          <Trans>Deliver</Trans>
        </Button>
      ) : null}
      {can.acceptCounter ? (
        <Button variant="bone" size="sm" onClick={() => setSheet('counter')}>
          <Trans>See the counter-offer</Trans>
        </Button>
      ) : null}
      {can.view ? (
        <Button variant="bone" size="sm" onClick={() => onView(request)}>
          <Trans>View Content</Trans>
        </Button>
      ) : null}
      {can.decline ? (
        <Button size="sm" onClick={() => setSheet('decline')}>
          <Trans>Decline</Trans>
        </Button>
      ) : null}
      {can.withdraw ? (
        <Button size="sm" onClick={() => setSheet('withdraw')}>
          <Trans>Withdraw</Trans>
        </Button>
      ) : null}
      {can.dispute ? (
        <Button size="sm" variant="outline" onClick={() => setSheet('dispute')}>
          <Trans>Something is wrong</Trans>
        </Button>
      ) : null}
      {can.answer ? (
        <Button size="sm" variant="bone" onClick={() => setSheet('answer')}>
          <Trans>Say how you see it</Trans>
        </Button>
      ) : null}
      {sheet ? over(close, <RequestSheet name={sheet} request={request} onClose={close} />) : null}
    </div>
  );
}
