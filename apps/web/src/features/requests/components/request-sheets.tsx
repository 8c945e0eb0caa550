import { Trans, useLingui } from '@lingui/react/macro';
import { exclusivePrice } from '@vlam/contract/rules/exclusive-price';
import { CostRow, CostSummary } from '../../../components/pay/cost-summary.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { codeOf, messageOf } from '../../../lib/api.ts';
import { useBalance } from '../../../lib/balance.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import {
  type ContentRequestView,
  useAcceptCounter,
  useAnswerDispute,
  useDecline,
  useDispute,
  useWithdraw,
} from '../api.ts';
import { ReasonSheet } from './reason-sheet.tsx';
import { RespondSheet } from './respond-sheet.tsx';

export type RequestSheetName = 'respond' | 'decline' | 'dispute' | 'answer' | 'counter' | 'withdraw';

/** The sheet that confirms an action on a request. */
export function RequestSheet({ name, ...props }: ActionSheetProps & { name: RequestSheetName }) {
  if (name === 'respond') return <RespondSheet {...props} open />;
  if (name === 'decline') return <DeclineSheet {...props} />;
  if (name === 'withdraw') return <WithdrawSheet {...props} />;
  if (name === 'answer') return <AnswerSheet {...props} />;
  return name === 'counter' ? <CounterSheet {...props} /> : <DisputeSheet {...props} />;
}

interface ActionSheetProps {
  request: ContentRequestView;
  onClose(): void;
}

function DeclineSheet({ request, onClose }: ActionSheetProps) {
  const { t } = useLingui();
  const onError = useFailure();
  const decline = useDecline({
    onSuccess: () => {
      toast({ title: t`Declined`, text: t`Their credits went back.` });
      onClose();
    },
    onError,
  });
  return (
    <ReasonSheet
      open
      onClose={onClose}
      title={<Trans>Decline this request?</Trans>}
      intro={<Trans>{request.requester.displayName} gets all held credits back.</Trans>}
      label={<Trans>Reason, shown to them</Trans>}
      maxLength={300}
      action={<Trans>Decline</Trans>}
      busyLabel={<Trans>Declining</Trans>}
      variant="danger"
      busy={decline.isPending}
      onSend={(reason) => decline.mutate({ id: request.id, reason })}
    />
  );
}

function DisputeSheet({ request, onClose }: ActionSheetProps) {
  const { t } = useLingui();
  const onError = useFailure();
  const dispute = useDispute({
    onSuccess: () => {
      toast({ title: t`Sent to moderation`, text: t`They look at it and decide.` });
      onClose();
    },
    onError,
  });
  return (
    <ReasonSheet
      open
      onClose={onClose}
      title={<Trans>Something is wrong?</Trans>}
      intro={
        <Trans>
          Moderation compares what you asked for with what was delivered. The price is held until they decide.
        </Trans>
      }
      label={<Trans>What is wrong</Trans>}
      required="Please say what is wrong"
      maxLength={500}
      action={<Trans>Send to moderation</Trans>}
      busyLabel={<Trans>Sending</Trans>}
      variant="bone"
      busy={dispute.isPending}
      onSend={(reason) => dispute.mutate({ id: request.id, reason })}
    />
  );
}

function AnswerSheet({ request, onClose }: ActionSheetProps) {
  const { t } = useLingui();
  const onError = useFailure();
  const answer = useAnswerDispute({
    onSuccess: () => {
      toast({ title: t`Sent to moderation`, text: t`They read both sides before they decide.` });
      onClose();
    },
    onError,
  });
  return (
    <ReasonSheet
      open
      onClose={onClose}
      title={<Trans>Say how you see it</Trans>}
      intro={
        <Trans>
          {request.requester.displayName} says: {request.reason ?? ''}
        </Trans>
      }
      label={<Trans>Your side, sent once</Trans>}
      required="Please say how you see it"
      maxLength={500}
      action={<Trans>Send to moderation</Trans>}
      busyLabel={<Trans>Sending</Trans>}
      variant="bone"
      busy={answer.isPending}
      onSend={(text) => answer.mutate({ id: request.id, answer: text })}
    />
  );
}

function WithdrawSheet({ request, onClose }: ActionSheetProps) {
  const { t } = useLingui();
  const onError = useFailure();
  const withdraw = useWithdraw({
    onSuccess: () => {
      toast({ title: t`Withdrawn`, text: t`Your credits are back.` });
      onClose();
    },
    onError,
  });
  return (
    <FormSheet
      onClose={onClose}
      busy={withdraw.isPending}
      title={<Trans>Withdraw this request?</Trans>}
      intro={t`${request.heldPrice} credits come back to your balance.`}
      variant="danger"
      action={<Trans>Withdraw</Trans>}
      busyLabel={<Trans>Withdrawing</Trans>}
      onSubmit={() => withdraw.mutate(request.id)}
    />
  );
}

function CounterSheet({ request, onClose }: ActionSheetProps) {
  const { t } = useLingui();
  const balance = useBalance();
  const price = request.acceptedPrice ?? request.offeredPrice;
  const total = exclusivePrice(price, request.isExclusive);
  const more = Math.max(0, total - request.heldPrice);
  const insufficientText = t`You need ${more} more credits to agree.`;
  const accept = useAcceptCounter({
    onSuccess: () => {
      toast({
        title: t`Agreed`,
        text: request.showAt
          ? t`The show is planned, for the two of you.`
          : t`Request accepted! Content will be delivered soon.`,
      });
      onClose();
    },
    onError: (error) =>
      codeOf(error) === 'INSUFFICIENT_CREDITS'
        ? toastError(t`Insufficient Credits`, insufficientText)
        : toastError(t`Error`, messageOf(error) ?? t`The connection dropped. You were not charged twice; try again.`),
  });
  return (
    <FormSheet
      onClose={onClose}
      busy={accept.isPending}
      title={<Trans>Counter-offer</Trans>}
      intro={
        request.showAt
          ? t`${request.creator.displayName} would play "${request.title}" for ${total} credits, on ${formatDate(request.showAt)} at ${formatTime(request.showAt)}.`
          : t`${request.creator.displayName} would make "${request.title}" for ${total} credits.`
      }
      disabled={balance === undefined || balance < more}
      action={more > 0 ? t`Agree, holding ${more} more` : t`Agree`}
      busyLabel={<Trans>Agreeing</Trans>}
      onSubmit={() => accept.mutate({ id: request.id, price })}
    >
      <CostSummary
        price={more}
        balance={balance}
        insufficientText={insufficientText}
        priceLabel={<Trans>More to hold</Trans>}
      >
        <CostRow label={<Trans>New price</Trans>}>{t`${total} credits`}</CostRow>
        <CostRow label={<Trans>Held already</Trans>}>{t`${request.heldPrice} credits`}</CostRow>
      </CostSummary>
    </FormSheet>
  );
}
