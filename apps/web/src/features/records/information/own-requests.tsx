import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { api, keyOf, queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { MemberForm, SelfService, VisitorForm } from './ask-form.tsx';
import { RequestCard } from './request-card.tsx';

const Head = () => (
  <>
    <h1 tabIndex={-1} className="d2">
      <Trans>Your personal information</Trans>
    </h1>
    <p className="mt-3 max-w-[60ch] text-muted">
      <Trans>
        You may see what is known about you, have it corrected or deleted, and object to what is done with it. A person
        answers in writing within 30 days. It costs nothing.
      </Trans>
    </p>
  </>
);

/** What the member was notified of: compromises of their information. */
function Notices() {
  const language = useStore(languageStore);
  const { data } = useQuery(queryOf('breachNotices'));
  return data?.map(({ number, text, at }) => (
    <section key={number + at} className="mt-6 rounded-card bg-warning-soft p-5">
      <h2 className="d4 text-warning">
        <Trans>About your personal information</Trans>
      </h2>
      <p className="mt-1 text-sm">
        {formatDate(at, language)}, {number}
      </p>
      <p className="mt-3 whitespace-pre-line wrap-anywhere">{text}</p>
    </section>
  ));
}

/** A member's requests, and a new one. */
export function OwnRequests() {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(queryOf('listInformationRequests'));
  return (
    <>
      <Head />
      <Notices />
      <div className="mt-4">
        <SelfService />
      </div>
      <div className="mt-7">
        <MemberForm />
      </div>
      <Section title={<Trans>Your requests</Trans>}>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading label={t`Loading requests`}>
            <SkeletonRows count={2} />
          </Loading>
        ) : data.length === 0 ? (
          <p className="text-muted">
            <Trans>You have not asked anything yet.</Trans>
          </p>
        ) : (
          <div className="grid gap-4">
            {data.map((request) => (
              <RequestCard
                key={request.id}
                request={request}
                add={async (text) => {
                  await api.addToInformationRequest({ params: { id: request.id }, body: { text } });
                  await client.invalidateQueries({ queryKey: keyOf('listInformationRequests') });
                }}
              />
            ))}
          </div>
        )}
      </Section>
    </>
  );
}

/** Without a session. */
export const VisitorRequest = () => (
  <>
    <Head />
    <div className="mt-7">
      <VisitorForm />
    </div>
  </>
);
