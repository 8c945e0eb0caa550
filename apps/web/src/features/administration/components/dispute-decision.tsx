import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { CreditInput } from '../../../components/pay/credit-field.tsx';
import { ReasonField } from '../../../components/reason-field.tsx';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { codeOf } from '../../../lib/api.ts';
import { type Share, useShare } from '../../../lib/share.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type Dispute, type DisputeVerdict, useDecideDispute } from '../api.ts';
import { type DisputeDecisionKind, returnedCredits } from '../returned-credits.ts';

const maxReasonLength = 500;
const minReasonLength = 3;

interface DisputeDecisionProps {
  dispute: Dispute;
  onBack(): void;
  onClose(): void;
}

/** Chooses who gets the held credits and why; then reviews the amounts before saving. */
export function DisputeDecision({ dispute, onBack, onClose }: DisputeDecisionProps) {
  const { t } = useLingui();
  const [kind, setKind] = useState<DisputeDecisionKind | null>(null);
  const [typed, setTyped] = useState(String(Math.floor(dispute.heldPrice / 2)));
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [reviewed, setReviewed] = useState<DisputeVerdict | null>(null);
  const { heldPrice: held, requester, creator } = dispute;
  const returned = kind === null ? null : returnedCredits(kind, held, typed);
  const trimmed = reason.trim();
  const share = useShare()();
  if (reviewed && share)
    return (
      <DecisionReview
        dispute={dispute}
        share={share}
        verdict={reviewed}
        onBack={() => setReviewed(null)}
        onChanged={onBack}
        onClose={onClose}
      />
    );
  return (
    <FormSheet
      onClose={onClose}
      cancel={<Trans>Back</Trans>}
      onCancel={onBack}
      title={<Trans>Decide</Trans>}
      intro={dispute.title}
      busy={false}
      busyLabel=""
      variant="bone"
      disabled={!share}
      action={<Trans>Review</Trans>}
      onSubmit={() => {
        setSubmitted(true);
        if (kind !== null && returned !== null && trimmed.length >= minReasonLength)
          setReviewed({
            id: dispute.id,
            version: dispute.version,
            decision: kind,
            returnCredits: returned,
            reason: trimmed,
          });
      }}
    >
      <div>
        <RadioRows<DisputeDecisionKind>
          legend={t`What happens with the ${held} credits`}
          value={kind}
          onChange={setKind}
          options={[
            {
              value: 'released',
              label: t`Pay ${creator.displayName}`,
              description: share
                ? t`All of it, with the usual share: ${share.of(held)} credits are theirs.`
                : t`All of it, with the usual share.`,
            },
            {
              value: 'returned',
              label: t`Return to ${requester.displayName}`,
              description: dispute.isDelivered ? t`All of it. What was delivered is closed to them.` : t`All of it.`,
            },
            { value: 'split', label: t`Split`, description: t`Whole credits to each side.` },
          ]}
        />
        {submitted && kind === null ? (
          <p role="alert" className="mt-1 text-danger text-sm">
            <Trans>Choose what happens</Trans>
          </p>
        ) : null}
      </div>
      {kind === 'split' ? (
        <Field
          label={t`Back to ${requester.displayName}`}
          aside={t`1 to ${held - 1}`}
          error={submitted && returned === null ? t`Use a whole number from 1 to ${held - 1}` : undefined}
          help={
            returned === null
              ? undefined
              : t`${held - returned} of ${held} are paid to ${creator.displayName}, less the platform fee`
          }
        >
          <CreditInput name="returnCredits" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
        </Field>
      ) : null}
      <ReasonField
        label={<Trans>Reason, shown to both sides</Trans>}
        error={submitted && trimmed.length < minReasonLength ? t`Say why, for both sides` : undefined}
        maxLength={maxReasonLength}
        value={reason}
        onChange={setReason}
      />
    </FormSheet>
  );
}

interface DecisionReviewProps extends DisputeDecisionProps {
  verdict: DisputeVerdict;
  share: Share;
  /** Called when the dispute changed before the decision; returns to its details. */
  onChanged(): void;
}

function DecisionReview({ dispute, verdict, share, onBack, onChanged, onClose }: DecisionReviewProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const { requester, creator, heldPrice: held } = dispute;
  const { returnCredits: returned, decision } = verdict;
  const kept = share.of(held - returned);
  const decide = useDecideDispute({
    onSuccess: () => {
      toast({ title: t`Decided`, text: t`Both sides have been notified.` });
      onClose();
    },
    onError: (error) => {
      fail(error);
      if (codeOf(error) === 'CONFLICT') onChanged();
    },
  });
  const actions = {
    released: t`Pay ${kept} credits`,
    returned: t`Return ${returned} credits`,
    split: t`Split ${held} credits`,
  };
  return (
    <FormSheet
      onClose={onClose}
      cancel={<Trans>Back</Trans>}
      onCancel={onBack}
      title={<Trans>This cannot be undone</Trans>}
      intro={dispute.title}
      busy={decide.isPending}
      busyLabel={<Trans>Deciding</Trans>}
      variant={decision === 'returned' ? 'danger' : 'primary'}
      action={actions[decision]}
      onSubmit={() => decide.mutate(verdict)}
    >
      <dl>
        <CostRow label={<Trans>Held</Trans>}>{t`${held} credits`}</CostRow>
        <CostRow label={<Trans>Back to {requester.displayName}</Trans>}>
          <CreditPrice credits={returned} ofAnother className="justify-end" />
        </CostRow>
        <CostRow label={<Trans>To {creator.displayName}</Trans>}>
          <CreditPrice credits={kept} ofAnother className="justify-end" />
        </CostRow>
        <CostRow label={<Trans>Platform fee</Trans>}>{t`${held - returned - kept} credits`}</CostRow>
      </dl>
      <div>
        <p className="text-faint text-meta">
          <Trans>Both sides read</Trans>
        </p>
        <p className="break-words">{verdict.reason}</p>
      </div>
    </FormSheet>
  );
}
