import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useEarnedLabel } from '../../../components/ui/earned-label.ts';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { earnedRand } from '../../../lib/credit-value.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type ContentRequestView, useDeliver } from '../api.ts';

const maxMessageLength = 500;

interface DeliverSheetProps {
  request: ContentRequestView;
  open: boolean;
  onClose(): void;
  onDelivered(): void;
  renderFileBox(error: string | undefined): ReactNode;
  /** Number of chosen files. */
  count: number;
  /** Ids of the chosen files; empty until the server has prepared all of them. */
  mediaIds: string[];
}

/** Delivers a request, which releases the held price to the creator. */
export function DeliverSheet({
  request,
  open,
  onClose,
  onDelivered,
  renderFileBox,
  count,
  mediaIds,
}: DeliverSheetProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const [message, setMessage] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const earnedLabel = useEarnedLabel();
  const share = request.creatorShare;
  const isReady = mediaIds.length > 0;
  const notReady =
    count === 0 ? t`Choose a file` : count > 1 ? t`Wait until all files are ready` : t`Wait until the file is ready`;
  const deliver = useDeliver({
    onSuccess: ({ creatorShare: credits, creatorHeld: held }) => {
      toast({ title: t`Delivered`, text: t`${earnedLabel.full({ credits, held })}: ${credits} credits.` });
      onDelivered();
      onClose();
    },
    onError: fail,
  });
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={<Trans>Deliver</Trans>}
      intro={t`"${request.title}" for ${request.requester.displayName}`}
      busy={deliver.isPending}
      action={t`Deliver for ${earnedRand(share)}`}
      busyLabel={<Trans>Delivering</Trans>}
      onSubmit={() => {
        setSubmitted(true);
        if (isReady) deliver.mutate({ id: request.id, mediaIds, message: message.trim() });
      }}
    >
      {renderFileBox(submitted && !isReady ? notReady : undefined)}
      <Field label={<Trans>Message</Trans>} aside={<Trans>Optional</Trans>}>
        <TextArea
          name="message"
          rows={2}
          maxLength={maxMessageLength}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          className="min-h-0!"
        />
      </Field>
      <p className="text-faint text-meta">
        <Trans>
          {request.requester.displayName} has paid {request.totalPrice} credits into safekeeping. {earnedRand(share)} is
          yours as soon as you deliver: {share} credits.
        </Trans>
      </p>
    </FormSheet>
  );
}
