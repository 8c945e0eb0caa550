import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { noticeDaysOf, shareNoticeDays, shareRange } from '@vlam/contract/rules/revenue-shares';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { type Answer, api, fieldErrorsOf, messageOf, queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';

type Shares = Answer<'adminRevenueShares'>['shares'];
const sharesQuery = queryOf('adminRevenueShares');
const dayMs = 86_400_000;

/** What creators get of a sale, since when, and the change that is announced. */
export function RevenueShare() {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const client = useQueryClient();
  const fail = useFailure();
  const [isPlanning, setPlanning] = useState(false);
  const { data, error, refetch } = useQuery(sharesQuery);
  const withdraw = useMutation({
    mutationFn: (id: string) => api.withdrawRevenueShare({ params: { id } }),
    onSuccess(answer) {
      client.setQueryData(sharesQuery.queryKey, answer);
      toast({ title: t`Withdrawn` });
    },
    onError: fail,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading`}>
        <SkeletonRows count={2} />
      </Loading>
    );
  const { shares } = data;
  const hasPlanned = shares.some(({ isPlanned }) => isPlanned);
  const current = shares.find(({ isPlanned }) => !isPlanned);
  return (
    <section className="mt-6 max-w-[640px]" data-slot="revenue-share">
      <h2 className="d4">
        <Trans>Creators' share</Trans>
      </h2>
      <ul className="mt-2">
        {shares.map((share) => (
          <li
            key={share.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0"
          >
            <span className={`num text-[1.75rem] ${share === current ? '' : 'text-muted'}`}>
              {share.creatorPercent}%
            </span>
            <span className="min-w-0 flex-1 text-muted text-sm">
              <Trans>from {formatDate(share.since, language)}</Trans>
              {share === current ? (
                <span className="block text-faint text-meta">
                  <Trans>The platform keeps {100 - share.creatorPercent}%</Trans>
                </span>
              ) : null}
            </span>
            {share === current ? (
              <Tag tone="online">
                <Trans>in force</Trans>
              </Tag>
            ) : share.isPlanned ? (
              <>
                <Tag tone="warning">
                  <Trans>announced</Trans>
                </Tag>
                <Button size="sm" busy={withdraw.isPending} onClick={() => withdraw.mutate(share.id)}>
                  <Trans>Withdraw</Trans>
                </Button>
              </>
            ) : null}
          </li>
        ))}
      </ul>
      {hasPlanned ? null : (
        <Button className="mt-2" onClick={() => setPlanning(true)}>
          <Trans>Plan another share</Trans>
        </Button>
      )}
      {isPlanning && current ? <PlanSheet current={current.creatorPercent} onClose={() => setPlanning(false)} /> : null}
    </section>
  );
}

/** A day of a date field, some days from today in Johannesburg. */
const dayAhead = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Johannesburg' }).format(Date.now() + days * dayMs);

function PlanSheet({ current, onClose }: { current: Shares[number]['creatorPercent']; onClose(): void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [percent, setPercent] = useState('');
  const [from, setFrom] = useState(dayAhead(shareNoticeDays.lower));
  const plan = useMutation({
    mutationFn: () => api.planRevenueShare({ body: { creatorPercent: Number(percent), from } }),
    onSuccess(answer) {
      client.setQueryData(sharesQuery.queryKey, answer);
      toast({ title: t`Announced`, text: t`Creators read it where they see what they earn.` });
      onClose();
    },
  });
  const typed = /^\d+$/.test(percent.trim()) ? Number(percent) : Number.NaN;
  const { min, max } = shareRange;
  const isWrong = percent !== '' && !(typed >= min && typed <= max);
  const fields = fieldErrorsOf(plan.error);
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Plan another share</Trans>}
      intro={<Trans>What is sold before that day keeps the share of its day. Statements print both.</Trans>}
      action={<Trans>Announce</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={plan.isPending}
      disabled={!(typed >= min && typed <= max)}
      onSubmit={() => plan.mutate()}
    >
      <Field
        label={<Trans>Creators get, in percent</Trans>}
        aside={t`${min} to ${max}`}
        error={
          isWrong ? (
            <Trans>
              Use a whole number from {min} to {max}
            </Trans>
          ) : (
            (fields.creatorPercent ?? (Object.keys(fields).length > 0 ? undefined : messageOf(plan.error)))
          )
        }
      >
        <TextInput
          name="creatorPercent"
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
          value={percent}
          onChange={(event) => setPercent(event.currentTarget.value)}
        />
      </Field>
      <Field
        label={<Trans>First day</Trans>}
        help={
          <Trans>
            A lower share is announced {shareNoticeDays.lower} days ahead, so that creators can leave before.
          </Trans>
        }
        error={fields.from}
      >
        <TextInput
          name="from"
          type="date"
          min={dayAhead(noticeDaysOf(current, typed >= min ? typed : 0))}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
      </Field>
    </FormSheet>
  );
}
