import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { ApiError, api, queryOf } from '../../../lib/api.ts';
import { StopMails } from './stop-mails.tsx';

/** Who named the reader, what that means, and how to stop it. */
export function SafetyContactPage({ token, loading }: { token: string; loading: ReactNode }) {
  const { data, error, refetch } = useQuery(queryOf('sharedSafetyContact', { params: { token } }));
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        heading="h1"
        title={<Trans>This link has ended</Trans>}
        text={<Trans>They have named somebody else, or nobody. There is nothing to do.</Trans>}
      />
    );
  if (error && !data) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!data) return loading;
  const { firstName } = data;
  return (
    <>
      <h1 tabIndex={-1} className="d2 break-words">
        <Trans>You are {firstName}'s safety contact</Trans>
      </h1>
      <p className="mt-3 text-lead text-muted">
        <Trans>
          If {firstName} is ever made to open their phone, they can give a sign that nobody sees. Then we send you one
          mail.
        </Trans>
      </p>
      <ul className="mt-7 grid list-disc gap-3 pl-5">
        <li>
          <Trans>Do not mention it in a message: somebody may be reading along.</Trans>
        </li>
        <li>
          <Trans>Call, or go to see them, as if by chance.</Trans>
        </li>
        <li>
          <Trans>If you believe that they are in danger, call the police on 10111, or 112 from a cell phone.</Trans>
        </li>
        <li>
          <Trans>The helpline for violence at home, 0800 428 428, is free and open day and night.</Trans>
        </li>
      </ul>
      {data.hasStopped ? (
        <p className="mt-10 border-line border-t pt-5 text-faint text-sm">
          <Trans>Nothing is sent to your address any more.</Trans>
        </p>
      ) : (
        <StopMails
          label={<Trans>Do not write to me again</Trans>}
          stopped={<Trans>Nothing is sent to your address any more.</Trans>}
          stop={() => api.stopSafetyContact({ params: { token } })}
        >
          <Trans>You see this because they named you. Please keep the link to yourself.</Trans>
        </StopMails>
      )}
    </>
  );
}
