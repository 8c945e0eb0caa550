import { Trans } from '@lingui/react/macro';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { go } from '../../../lib/router.tsx';

/** In the place of a thread with oneself, or with somebody who is not there for this person. */
export function Refused({ isSelf }: { isSelf: boolean }) {
  return (
    <EmptyState
      heading="h1"
      title={isSelf ? <Trans>That's you</Trans> : <Trans>Nobody here</Trans>}
      text={
        isSelf ? (
          <Trans>A conversation takes two.</Trans>
        ) : (
          <Trans>This profile doesn't exist, or isn't shown to you.</Trans>
        )
      }
      action={
        <Button variant="bone" onClick={() => go({ to: '/messages', replace: true })}>
          <Trans>Go to Messages</Trans>
        </Button>
      }
    />
  );
}
