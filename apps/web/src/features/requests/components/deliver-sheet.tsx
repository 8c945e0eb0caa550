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

const longestMessage = 500;

interface DeliverSheetProps {
  request: ContentRequestView;
  open: boolean;
  onClose(): void;
  /** Where the file is chosen and sent. */
  fileBox(error: string | undefined): ReactNode;
  /** The file once the server has prepared it; null before. */
  mediaId: string | null;
}

/** Hands over what was asked for; the price is released with it. */
export function DeliverSheet({ request, open, onClose, fileBox, mediaId }: DeliverSheetProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const [message, setMessage] = useState('');
  const [asked, setAsked] = useState(false);
  const earnedLabel = useEarnedLabel();
  const share = request.creatorShare;
  const notReady =
    request.contentType === 'video' ? t`Wait until the clip is ready` : t`Wait until the picture is ready`;
  const deliver = useDeliver({
    onSuccess: ({ creatorShare: credits, creatorHeld: held }) => {
      toast({ title: t`Delivered`, text: t`${earnedLabel.full({ credits, held })}: ${credits} credits.` });
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
        setAsked(true);
        if (mediaId) deliver.mutate({ id: request.id, mediaId, message: message.trim() });
      }}
    >
      {fileBox(asked && !mediaId ? notReady : undefined)}
      <Field label={<Trans>Message</Trans>} aside={<Trans>Optional</Trans>}>
        <TextArea
          name="message"
          rows={2}
          maxLength={longestMessage}
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
