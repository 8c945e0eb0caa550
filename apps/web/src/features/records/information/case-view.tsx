import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { type Answer, api, keyOf, queryOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { useRecordForm } from '../../../lib/helpers/use-record-form.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { ScreenSkeleton } from '../screen-skeleton.tsx';
import { DataRelease } from './data-release.tsx';
import { DaysLeft } from './days-left.tsx';
import { caseLabels, stateLabels, stateTones } from './labels.ts';
import { WriteFields } from './write-fields.tsx';

type Case = Answer<'openInformationCase'>;
type Way = 'message' | 'granted' | 'partly' | 'refused';

/** One request about personal information: what was written, and what staff answer. */
export function InformationCase({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...queryOf('openInformationCase', { params: { id } }),
    // Each reading is a row of the log.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error && !data) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!data) return <ScreenSkeleton />;
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_380px]">
      <Written found={data} />
      <div>
        <Facts found={data} />
        {data.state === 'open' ? <AnswerForm found={data} /> : null}
      </div>
    </div>
  );
}

function Written({ found }: { found: Case }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  return (
    <section>
      <h1 tabIndex={-1} className="d3 flex flex-wrap items-center gap-3">
        {i18n._(caseLabels[found.kind])}
        {found.state === 'open' ? (
          <DaysLeft dueAt={found.dueAt} />
        ) : (
          <Tag tone={stateTones[found.state]}>{i18n._(stateLabels[found.state])}</Tag>
        )}
      </h1>
      <p className="mt-1 text-faint text-meta tabular-nums">{found.number}</p>
      <ul className="mt-5 grid gap-3">
        {found.messages.map((message) => (
          <li
            key={message.at + message.text}
            className={`rounded-md px-4 py-3 ${message.by === null ? 'bg-surface-2' : 'bg-surface-3'}`}
          >
            <p className="text-faint text-meta">
              {message.by ?? found.from.name ?? found.from.email}
              {message.isAnswer ? (
                <>
                  {', '}
                  <Trans>answer</Trans>
                </>
              ) : null}
              {', '}
              {formatDate(message.at, language)}, {formatTime(message.at)}
            </p>
            <p className="mt-1 whitespace-pre-line wrap-anywhere">{message.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ found }: { found: Case }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const { accountId, name, email } = found.from;
  return (
    <>
      <dl>
        <CostRow label={<Trans>From</Trans>}>
          {accountId ? (
            <Link to="/admin/users/:id" params={{ id: accountId }} className="text-ember-text hover:underline">
              {name}
            </Link>
          ) : (
            (name ?? t`Account closed`)
          )}
          {email ? <span className="block break-all font-normal text-faint text-meta">{email}</span> : null}
        </CostRow>
        <CostRow label={<Trans>Received</Trans>}>{formatDate(found.receivedAt, language)}</CostRow>
        <CostRow label={<Trans>Due</Trans>}>{formatDate(found.dueAt, language)}</CostRow>
        {found.answeredAt ? (
          <CostRow label={<Trans>Answered</Trans>}>{formatDate(found.answeredAt, language)}</CostRow>
        ) : null}
      </dl>
      {found.isHeld ? (
        <p role="status" className="mt-4 rounded-md bg-warning-soft px-4 py-3 text-sm text-warning">
          <Trans>
            A legal hold covers this account. Nothing of it may be deleted, and the person must not learn why.
          </Trans>
        </p>
      ) : null}
      {accountId ? <DataRelease found={found} /> : null}
    </>
  );
}

function AnswerForm({ found }: { found: Case }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [way, setWay] = useState<Way>('granted');
  const params = { id: found.id };
  const form = useRecordForm({
    initial: { text: '' },
    send: ({ text }): Promise<Case> =>
      way === 'message'
        ? api.writeToInformationCase({ params, body: { text } })
        : api.answerInformationCase({ params, body: { state: way, text } }),
    changes: ['listInformationCases', 'recordsWaiting'],
    done: t`Sent`,
    onDone(result) {
      form.set('text', '');
      client.setQueryData(keyOf('openInformationCase', { params }), result);
    },
  });
  return (
    <form
      noValidate
      className="mt-8 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <RadioRows
        legend={<Trans>Answer</Trans>}
        value={way}
        onChange={setWay}
        options={[
          { value: 'granted', label: <Trans>Granted</Trans> },
          { value: 'partly', label: <Trans>Granted in part</Trans> },
          { value: 'refused', label: <Trans>Refused</Trans> },
          { value: 'message', label: <Trans>Only a question</Trans>, description: <Trans>The time runs on</Trans> },
        ]}
      />
      <WriteFields form={form} />
    </form>
  );
}
