import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ReportSheet } from '../../../components/ui/report-sheet.tsx';
import { go } from '../../../lib/router.tsx';

interface RefusedProps {
  profileId: string;
  isSelf: boolean;
}

/**
 * Shown instead of a thread with the own account, or with a member this viewer may not see. That member may have written before
 * and can still be reported.
 */
export function Refused({ profileId, isSelf }: RefusedProps) {
  const [reporting, setReporting] = useState(false);
  const back = (
    <Button variant="bone" onClick={() => go({ to: '/messages', replace: true })}>
      <Trans>Go to Messages</Trans>
    </Button>
  );
  if (isSelf)
    return (
      <EmptyState
        heading="h1"
        title={<Trans>That's you</Trans>}
        text={<Trans>A conversation takes two.</Trans>}
        action={back}
      />
    );
  return (
    <>
      <EmptyState
        heading="h1"
        title={<Trans>Nobody here</Trans>}
        text={
          <Trans>
            This profile doesn't exist, or isn't shown to you. What they wrote to you can be reported all the same.
          </Trans>
        }
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {back}
            <Button onClick={() => setReporting(true)}>
              <Trans>Report</Trans>
            </Button>
          </div>
        }
      />
      {reporting ? (
        <ReportSheet
          target={{ type: 'profile', id: profileId }}
          latestMessages
          title={<Trans>Report this person</Trans>}
          onClose={() => setReporting(false)}
        />
      ) : null}
    </>
  );
}
