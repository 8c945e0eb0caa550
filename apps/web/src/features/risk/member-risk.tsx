import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { FormSheet } from '../../components/ui/form-sheet.tsx';
import { api, queryOf } from '../../lib/api.ts';
import { useRecordForm } from '../../lib/helpers/use-record-form.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { go } from '../../lib/router.tsx';
import { changedByDecisions } from './api.ts';
import { BanSheet } from './ban-sheets.tsx';
import { StaffReasonField } from './staff-reason-field.tsx';

interface MemberRiskProps {
  accountId: string;
  /** Null without a creator's page. */
  creatorId: string | null;
  isSuspended: boolean;
  /** No one opens a case about themselves. */
  isOwn: boolean;
}

/** What staff of money see and do on a member's page: charged-back payments, a case, bans. */
export function MemberRisk({ accountId, creatorId, isSuspended, isOwn }: MemberRiskProps) {
  const [sheet, setSheet] = useState<'case' | 'ban' | null>(null);
  const { data } = useQuery({
    ...queryOf('chargebacksOf', { params: { id: creatorId ?? '' } }),
    enabled: creatorId !== null,
  });
  const close = () => setSheet(null);
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
      {data ? (
        <p className="flex flex-wrap gap-x-3 text-muted text-sm">
          <span>
            <Trans>Charged back</Trans>
          </span>
          {data.spans.map(({ days, chargedBack, payments, percent }) => (
            <span key={days} className="whitespace-nowrap tabular-nums">
              <Trans>
                {days} days: {formatNumber(chargedBack)} of {formatNumber(payments)}, {formatNumber(percent)} %
              </Trans>
            </span>
          ))}
        </p>
      ) : null}
      {isOwn ? null : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="outline" onClick={() => setSheet('case')}>
            <Trans>Open a case about money</Trans>
          </Button>
          {isSuspended ? (
            <Button size="sm" variant="outline" onClick={() => setSheet('ban')}>
              <Trans>Ban device, ID or bank account</Trans>
            </Button>
          ) : null}
        </div>
      )}
      {sheet === 'case' ? <OpenSheet accountId={accountId} onClose={close} /> : null}
      {sheet === 'ban' ? <BanSheet accountId={accountId} onClose={close} /> : null}
    </div>
  );
}

function OpenSheet({ accountId, onClose }: { accountId: string; onClose(): void }) {
  const { t } = useLingui();
  const form = useRecordForm({
    initial: { reason: '' },
    send: ({ reason }, idempotencyKey) => api.openRiskCase({ body: { userId: accountId, reason }, idempotencyKey }),
    changes: changedByDecisions,
    done: t`The case is open`,
    onDone: ({ id }) => go({ to: '/admin/risk/:id', params: { id } }),
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Open a case about money</Trans>}
      intro={<Trans>Nothing is held yet, and the member is not told.</Trans>}
      action={<Trans>Open</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <StaffReasonField field={form.field('reason')} error={form.errorOf('reason') ?? form.failure} />
    </FormSheet>
  );
}
