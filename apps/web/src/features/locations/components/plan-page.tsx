import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Tag, type TagTone } from '../../../components/ui/tag.tsx';
import { type Answer, ApiError, api, queryOf } from '../../../lib/api.ts';
import { useDateFormats } from '../labels.ts';
import { StopMails } from './stop-mails.tsx';

type Shared = Answer<'sharedPlan'>;

const styles: Record<Shared['state'], { tone: TagTone; icon: ReactNode }> = {
  open: { tone: 'neutral', icon: <Clock /> },
  overdue: { tone: 'warning', icon: <Clock /> },
  alerted: { tone: 'danger', icon: <CircleAlert /> },
  safe: { tone: 'online', icon: <CircleCheck /> },
  cancelled: { tone: 'neutral', icon: <CircleCheck /> },
};

/** A shared plan as its contact sees it: without an account, and only what was shared. */
export function PlanPage({ token, loading }: { token: string; loading: ReactNode }) {
  const { data, error, refetch } = useQuery({
    ...queryOf('sharedPlan', { params: { token } }),
    // The contact leaves this page open while waiting for news.
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  });
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        heading="h1"
        title={<Trans>This link has ended</Trans>}
        text={<Trans>Shared plans close some hours after their end. Ask the person who sent it for a new one.</Trans>}
      />
    );
  if (error && !data) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  return data ? <Plan plan={data} token={token} /> : loading;
}

function Plan({ plan, token }: { plan: Shared; token: string }) {
  const { t } = useLingui();
  const dates = useDateFormats();
  const { firstName, state } = plan;
  const stateTexts: Record<Shared['state'], { tag: string; line: string }> = {
    open: { tag: t`On the way`, line: t`${firstName} plans to be back by ${dates.full(plan.backBy)}.` },
    overdue: { tag: t`Not back yet`, line: t`${firstName} wanted to be back by now. We have asked them to check in.` },
    alerted: {
      tag: t`Has not checked in`,
      line: t`${firstName} wanted to be back by ${dates.full(plan.backBy)} and has not answered us.`,
    },
    safe: { tag: t`Safe`, line: t`${firstName} has checked in and is safe.` },
    cancelled: { tag: t`Called off`, line: t`${firstName} no longer shares this plan. There is nothing to do.` },
  };
  const { tone, icon } = styles[state];
  const isOver = state === 'safe' || state === 'cancelled';
  return (
    <>
      <Tag tone={tone} icon={icon}>
        {stateTexts[state].tag}
      </Tag>
      <h1 tabIndex={-1} className="d2 mt-4 break-words">
        <Trans>{firstName}'s plan</Trans>
      </h1>
      <p className="mt-3 text-lead text-muted">{stateTexts[state].line}</p>
      {state === 'alerted' || state === 'overdue' ? (
        <p className="mt-4 rounded-md bg-warning-soft px-4 py-3 text-sm">
          <Trans>
            Often a phone is simply flat. Please call {firstName}. If you cannot reach them and are worried, call the
            police on 10111, or 112 from a cell phone.
          </Trans>
        </p>
      ) : null}
      {isOver ? null : (
        <dl className="mt-7">
          {[
            [t`What`, plan.title],
            [t`Where`, plan.place],
            [t`From`, dates.full(plan.startsAt)],
            [t`Back by`, dates.full(plan.backBy)],
            ...(plan.note ? [[t`Note`, plan.note]] : []),
          ].map(([label, value]) => (
            <div key={label} className="flex gap-4 border-line border-t py-3">
              <dt className="w-20 shrink-0 text-faint">{label}</dt>
              <dd className="min-w-0 flex-1 whitespace-pre-line break-words">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <StopMails
        label={<Trans>Send me no more of these</Trans>}
        stopped={<Trans>Nothing is sent to your address any more. We have asked them to name somebody else.</Trans>}
        stop={() => api.stopSharedPlans({ params: { token } })}
      >
        <Trans>You see this because they named you. Nobody else has this link; please keep it to yourself.</Trans>
      </StopMails>
    </>
  );
}
