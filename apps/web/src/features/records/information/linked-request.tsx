import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { api } from '../../../lib/api.ts';
import { RequestCard } from './request-card.tsx';

/** A request behind the link that was mailed. */
export function LinkedRequest({ token, loading }: { token: string; loading: ReactNode }) {
  const client = useQueryClient();
  const queryKey = ['informationRequestByLink', token];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.informationRequestByLink({ body: { token }, signal }),
  });
  if (error && !data) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!data) return loading;
  return (
    <>
      <h1 tabIndex={-1} className="d2">
        <Trans>Your request</Trans>
      </h1>
      <div className="mt-6">
        <RequestCard
          request={data}
          add={async (text) =>
            client.setQueryData(queryKey, await api.informationRequestByLink({ body: { token, text } }))
          }
        />
      </div>
      <p className="mt-8 text-faint text-meta">
        <Trans>A private page for one person. Keep its link to yourself: whoever has it can read the answer.</Trans>
      </p>
    </>
  );
}
