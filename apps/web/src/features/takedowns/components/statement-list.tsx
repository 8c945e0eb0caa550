import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { type Answer, api, keyOf, queryOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { classLabels, useWhen } from '../labels.ts';

type Statement = Answer<'takedownStatements'>[number];

/** What was done about the member's own files, on which ground, and how to answer. */
export function StatementList() {
  const { t } = useLingui();
  const [answered, setAnswered] = useState<Statement | null>(null);
  const { data, error, refetch } = useQuery(queryOf('takedownStatements'));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading decisions`}>
        <SkeletonRows />
      </Loading>
    );
  if (data.length === 0)
    return (
      <EmptyState
        title={<Trans>Nothing of yours was hidden</Trans>}
        text={<Trans>When something is hidden or taken down after a complaint, you read here what and why.</Trans>}
      />
    );
  return (
    <>
      <ul className="mt-4">
        {data.map((statement) => (
          <StatementRow key={statement.id} statement={statement} onAnswer={() => setAnswered(statement)} />
        ))}
      </ul>
      {answered ? <AnswerForm key={answered.id} statement={answered} onClose={() => setAnswered(null)} /> : null}
    </>
  );
}

function StatementRow({ statement, onAnswer }: { statement: Statement; onAnswer(): void }) {
  const { i18n } = useLingui();
  const when = useWhen();
  const { effect, isAutomatic, title, reason } = statement;
  const ground = i18n._(classLabels[statement.class]);
  return (
    <li className="border-line border-t py-4 first:border-t-0">
      <h2 className="d4 wrap-anywhere">{title}</h2>
      <p className="mt-1">
        {effect === 'removed' ? (
          <Trans>Taken down after a complaint. Its file cannot be uploaded again.</Trans>
        ) : effect === 'hidden' ? (
          <Trans>Hidden while a complaint is looked at. If it is not upheld, it is shown again.</Trans>
        ) : (
          <Trans>Shown again: the complaint was not upheld.</Trans>
        )}
      </p>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <dt className="text-faint">
          <Trans>Ground</Trans>
        </dt>
        <dd>{ground}</dd>
        <dt className="text-faint">
          <Trans>Decided by</Trans>
        </dt>
        <dd>{isAutomatic ? <Trans>the machine, at once; a person decides next</Trans> : <Trans>a person</Trans>}</dd>
        {reason ? (
          <>
            <dt className="text-faint">
              <Trans>Reason</Trans>
            </dt>
            <dd className="wrap-anywhere">{reason}</dd>
          </>
        ) : null}
        <dt className="text-faint">
          <Trans>When</Trans>
        </dt>
        <dd>{when(statement.at)}</dd>
      </dl>
      {statement.answer ? (
        <p className="mt-2 whitespace-pre-line wrap-anywhere text-muted text-sm">
          <Trans>You answered: {statement.answer}</Trans>
        </p>
      ) : statement.mayAnswer ? (
        <Button size="sm" className="mt-3" onClick={onAnswer}>
          <Trans>Answer</Trans>
        </Button>
      ) : null}
    </li>
  );
}

function AnswerForm({ statement, onClose }: { statement: Statement; onClose(): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const answer = useMutation({
    mutationFn: () => api.answerTakedownStatement({ params: { id: statement.id }, body: { text } }),
    onSuccess() {
      toast({ title: t`Sent` });
      void client.invalidateQueries({ queryKey: keyOf('takedownStatements') });
      onClose();
    },
    onError: fail,
  });
  const isShort = text.trim().length < 3;
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Your answer</Trans>}
      intro={<Trans>Once, about “{statement.title}”. A moderator reads it with the case.</Trans>}
      busy={answer.isPending}
      busyLabel={<Trans>Sending</Trans>}
      action={<Trans>Send</Trans>}
      onSubmit={() => {
        setSubmitted(true);
        if (!isShort) answer.mutate();
      }}
    >
      <Field
        label={<Trans>Answer</Trans>}
        error={submitted && isShort ? <Trans>Please write a few words</Trans> : null}
      >
        <TextArea rows={5} maxLength={2_000} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </Field>
    </FormSheet>
  );
}
