import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { sectionLink } from '../../../components/ui/page-title.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { type Answer, api, queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { useRecordForm } from '../../../lib/helpers/use-record-form.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';

type Referral = Answer<'memberReferrals'>['referred'][number];

/** Who referred a member and whom they referred, with an end to each share; nothing where there is neither. */
export function MemberReferrals({ accountId, isOwn }: { accountId: string; isOwn: boolean }) {
  const { t } = useLingui();
  const [ending, setEnding] = useState<Referral | null>(null);
  const { data } = useQuery(queryOf('memberReferrals', { params: { id: accountId } }));
  if (!data || (!data.referredBy && data.referred.length === 0)) return null;
  const rows = [
    ...(data.referredBy ? [{ referral: data.referredBy, label: t`Referred by` }] : []),
    ...data.referred.map((referral) => ({ referral, label: t`Referred` })),
  ];
  return (
    <section aria-label={t`Referrals`} data-slot="member-referrals" className="mt-6">
      <h2 className="d4">
        <Trans>Referrals</Trans>
      </h2>
      <ul className="mt-1">
        {rows.map(({ referral, label }) => (
          <li
            key={`${label}${referral.id}`}
            className="flex min-h-15 items-center justify-between gap-3 border-line border-t py-1.5 first:border-t-0"
          >
            <div className="min-w-0">
              <p className="wrap-anywhere text-sm">
                {label}{' '}
                <Link to="/admin/users/:id" params={{ id: referral.other.accountId }} className={sectionLink}>
                  {referral.other.displayName ?? t`a member without a profile`}
                </Link>
              </p>
              <p className="text-faint text-meta">
                <State referral={referral} />
              </p>
            </div>
            {referral.endedAt || isOwn ? null : (
              <Button size="sm" variant="outline" onClick={() => setEnding(referral)}>
                <Trans>End the share</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending ? <EndSheet referral={ending} onClose={() => setEnding(null)} /> : null}
    </section>
  );
}

function State({ referral: { percent, joinedAt, until, endedAt } }: { referral: Referral }) {
  const language = useStore(languageStore);
  if (endedAt) return <Trans>Ended on {formatDate(endedAt, language)}</Trans>;
  if (!joinedAt) return <Trans>Does not count yet</Trans>;
  if (!until) return <Trans>{percent}% of their sales, from the first one</Trans>;
  return (
    <Trans>
      {percent}% of their sales, until {formatDate(until, language)}
    </Trans>
  );
}

function EndSheet({ referral, onClose }: { referral: Referral; onClose(): void }) {
  const { t } = useLingui();
  const form = useRecordForm({
    initial: { reason: '' },
    send: ({ reason }) => api.endReferral({ params: { id: referral.id }, body: { reason } }),
    changes: ['memberReferrals', 'adminMemberHistory'],
    done: t`The share has ended`,
    onDone: onClose,
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>End the share</Trans>}
      intro={<Trans>No later sale brings a share, and it cannot begin again. What was earned stays.</Trans>}
      action={<Trans>End the share</Trans>}
      variant="danger"
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <Field
        label={<Trans>Why</Trans>}
        aside={<Trans>only staff read it</Trans>}
        error={form.errorOf('reason') ?? form.failure}
      >
        <TextArea {...form.field('reason')} rows={3} maxLength={300} />
      </Field>
    </FormSheet>
  );
}
