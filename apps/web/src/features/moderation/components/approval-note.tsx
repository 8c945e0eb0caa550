import { Trans } from '@lingui/react/macro';
import { Tag } from '../../../components/ui/tag.tsx';
import type { WaitingContent } from '../api.ts';

/** How many of two approvals an X18 item has; nothing for an item that one person publishes. */
export function ApprovalNote({
  waiting,
}: {
  waiting: Pick<WaitingContent, 'approvals' | 'approvalsNeeded' | 'hasApproved'>;
}) {
  const { approvals, approvalsNeeded, hasApproved } = waiting;
  const [first] = approvals;
  if (approvalsNeeded < 2) return null;
  return (
    <span className="mt-1 block">
      <Tag tone={first ? 'warning' : 'outline'} className="h-auto! min-h-6 whitespace-normal! py-1">
        {!first ? (
          <Trans>Needs two people</Trans>
        ) : hasApproved ? (
          <Trans>1 of 2 approved by you, second needed</Trans>
        ) : (
          <Trans>1 of 2 approved by {first.name}, second needed</Trans>
        )}
      </Tag>
    </span>
  );
}
