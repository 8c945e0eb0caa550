import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { Link } from '../../../lib/router.tsx';
import { lazyPart } from '../../../lib/styles.ts';
import { allowedActions } from '../allowed-actions.ts';
import type { ContentRequestView } from '../api.ts';
import type { RequestSheetName } from './request-sheets.tsx';

const RequestSheet = lazyPart(() => import('./request-sheets.tsx').then((module) => module.RequestSheet));

interface RequestActionsProps {
  request: ContentRequestView;
  onView(request: ContentRequestView): void;
  onDeliver(request: ContentRequestView): void;
  /** Renders a sheet over the screen while its code may still be loading. */
  renderOverlay(close: () => void, sheet: ReactNode): ReactNode;
}

/** Buttons for the allowed actions, and their sheets. */
export function RequestActions({ request, onView, onDeliver, renderOverlay }: RequestActionsProps) {
  const [now] = useState(() => new Date());
  const [sheet, setSheet] = useState<RequestSheetName | null>(null);
  const can = allowedActions(request, now);
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
      {can.begin ? (
        <Link to="/go-live" className={buttonStyle({ variant: 'bone', size: 'sm' })}>
          <Trans>Begin the show</Trans>
        </Link>
      ) : null}
      {can.watch && request.liveId ? (
        <Link to="/live/:id" params={{ id: request.liveId }} className={buttonStyle({ variant: 'bone', size: 'sm' })}>
          <Trans>To the show</Trans>
        </Link>
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
      {sheet ? renderOverlay(close, <RequestSheet name={sheet} request={request} onClose={close} />) : null}
    </div>
  );
}
