import { Trans, useLingui } from '@lingui/react/macro';
import { exclusivePremiumPercent, exclusivePrice } from '@vlam/contract/rules/exclusive-price';
import { deliveryEstimates, requestedShowAheadMs } from '@vlam/contract/rules/requests';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { CreditInput } from '../../../components/pay/credit-field.tsx';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { DateTimeFields } from '../../../components/ui/date-time-fields.tsx';
import { Earned } from '../../../components/ui/earned.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { fieldErrorsOf } from '../../../lib/api.ts';
import { earnedRand } from '../../../lib/credit-value.ts';
import { toIsoTime, toJohannesburgTime } from '../../../lib/johannesburg-time.ts';
import { type Share, useCreatorShare } from '../../../lib/share.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type ContentRequestView, useRespond } from '../api.ts';
import { useOptions, useRequestMessage } from '../form-messages.ts';
import { deliveryEstimateLabels } from '../labels.ts';
import { parsePrice, priceMessage } from '../request-form.ts';

const maxNotesLength = 500;

interface RespondSheetProps {
  request: ContentRequestView;
  open: boolean;
  onClose(): void;
}

/**
 * Accepts a request with a price, and an estimate or the time of a show. A price above the offer, or another time, makes
 * it a counter-offer.
 */
export function RespondSheet({ request, open, onClose }: RespondSheetProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const translate = useRequestMessage();
  const estimates = useOptions(deliveryEstimateLabels);
  const [typed, setTyped] = useState(String(request.offeredPrice));
  const [estimate, setEstimate] = useState<(typeof deliveryEstimates)[number]>('2-3days');
  const [showAt, setShowAt] = useState(() => (request.showAt ? toJohannesburgTime(request.showAt) : null));
  const [notes, setNotes] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const { isExclusive, offeredPrice } = request;
  const price = parsePrice(typed);
  const total = exclusivePrice(price, isExclusive);
  const share = useCreatorShare()();
  const showTime = showAt ? toIsoTime(showAt) : undefined;
  const isOtherTime =
    showTime !== undefined && request.showAt !== null && Date.parse(showTime) !== Date.parse(request.showAt);
  const isCounter = price > offeredPrice || isOtherTime;
  const respond = useRespond({
    onSuccess: () => {
      toast({
        title: t`Response Sent!`,
        text: isCounter
          ? t`They can agree to it or withdraw.`
          : showAt
            ? t`The show is planned, for the two of you.`
            : t`It is yours to make now.`,
      });
      onClose();
    },
    onError: fail,
  });
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={<Trans>Respond</Trans>}
      intro={t`"${request.title}" from ${request.requester.displayName}`}
      busy={respond.isPending}
      action={isCounter ? <Trans>Send counter-offer</Trans> : <Trans>Accept Request</Trans>}
      busyLabel={<Trans>Sending</Trans>}
      onSubmit={() => {
        setSubmitted(true);
        if (price > 0 && !(showAt && !showTime))
          respond.mutate({
            id: request.id,
            acceptedPrice: price,
            isExclusive,
            estimatedDelivery: showAt ? null : estimate,
            showAt: isOtherTime ? showTime : null,
            additionalNotes: notes.trim(),
          });
      }}
    >
      <div className="grid gap-5 xs:grid-cols-2 xs:gap-3">
        <Field
          label={<Trans>Your price</Trans>}
          aside={<Trans>Offer {offeredPrice}</Trans>}
          error={submitted && price === 0 ? translate(priceMessage) : undefined}
        >
          <CreditInput
            name="acceptedPrice"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            required
          />
        </Field>
        {showAt ? null : (
          <Field label={<Trans>Estimated delivery</Trans>}>
            <Select
              name="estimatedDelivery"
              options={estimates}
              value={estimate}
              onChange={(event) => {
                const chosen = deliveryEstimates.find((each) => each === event.currentTarget.value);
                if (chosen) setEstimate(chosen);
              }}
            />
          </Field>
        )}
      </div>
      {showAt ? (
        <DateTimeFields
          value={showAt}
          onChange={setShowAt}
          daysAhead={requestedShowAheadMs.most / 86_400_000}
          error={
            submitted && !showTime ? translate('Choose when the show is to begin') : fieldErrorsOf(respond.error).showAt
          }
        />
      ) : null}
      {isCounter ? (
        <p role="status" className="rounded-md bg-warning-soft px-4 py-3 text-sm">
          {price > offeredPrice ? (
            <Trans>
              This is more than was offered. The request stays pending until {request.requester.displayName} agrees.
            </Trans>
          ) : (
            <Trans>This is another time. The request stays pending until {request.requester.displayName} agrees.</Trans>
          )}
        </p>
      ) : null}
      <dl>
        {isExclusive ? (
          <CostRow label={<Trans>Exclusive, +{exclusivePremiumPercent}%</Trans>}>{t`${total - price} credits`}</CostRow>
        ) : null}
        <CostRow label={<Trans>They pay</Trans>}>
          <CreditPrice credits={total} ofAnother className="justify-end" />
        </CostRow>
        {share ? <EarningsSplit share={share} total={total} /> : null}
      </dl>
      <Field label={<Trans>Notes</Trans>} aside={<Trans>Optional</Trans>}>
        <TextArea
          name="additionalNotes"
          rows={3}
          maxLength={maxNotesLength}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
      </Field>
    </FormSheet>
  );
}

/** The creator's share and the platform fee. */
function EarningsSplit({ share, total }: { share: Share; total: number }) {
  const { percent } = share;
  const kept = share.of(total);
  return (
    <>
      <CostRow
        label={
          share.isRounded(total) ? <Trans>You keep {percent}%, rounded</Trans> : <Trans>You keep {percent}%</Trans>
        }
      >
        <Earned credits={kept} />
      </CostRow>
      <CostRow label={<Trans>Platform fee {100 - percent}%</Trans>}>{earnedRand(total - kept)}</CostRow>
    </>
  );
}
