import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WelcomeAudience } from '@vlam/contract/messaging-creators';
import { messageLength } from '@vlam/contract/rules/messaging';
import { toVisibleText } from '@vlam/contract/rules/visible-text';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Segment, Switch } from '../../../components/ui/choice.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { type Answer, api, fieldErrorsOf, queryOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { AttachField, nothingAttached } from './attach-field.tsx';

type Welcome = Answer<'welcomeMessage'>;

const welcomeQuery = (audience: WelcomeAudience) => queryOf('welcomeMessage', { query: { audience } });

/** Edits the welcome messages sent to new subscribers and to new followers. */
export function WelcomeSheet({ onClose }: { onClose(): void }) {
  const { t } = useLingui();
  const [audience, setAudience] = useState<WelcomeAudience>('subscriber');
  const { data, error, refetch } = useQuery(welcomeQuery(audience));
  if (data)
    return <Editor key={audience} audience={audience} onAudience={setAudience} welcome={data} onClose={onClose} />;
  return (
    <Sheet open onClose={onClose} title={<Trans>Welcome message</Trans>}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label={t`Loading`}>
          <SkeletonRows />
        </Loading>
      )}
    </Sheet>
  );
}

interface EditorProps {
  audience: WelcomeAudience;
  onAudience(audience: WelcomeAudience): void;
  welcome: Welcome;
  onClose(): void;
}

function Editor({ audience, onAudience, welcome, onClose }: EditorProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  // One that was never written begins switched on.
  const [enabled, setEnabled] = useState(welcome.enabled || (welcome.content === '' && !welcome.media));
  const [content, setContent] = useState(welcome.content);
  const [attached, setAttached] = useState(nothingAttached);
  const [keeps, setKeeps] = useState(welcome.media !== null);
  const sentText = audience === 'follower' ? t`New followers get it at once` : t`New subscribers get it at once`;
  const save = useMutation({
    mutationFn: (body: Parameters<typeof api.setWelcomeMessage>[0]['body']) => api.setWelcomeMessage({ body }),
    onSuccess: (saved) => {
      client.setQueryData(welcomeQuery(audience).queryKey, saved);
      toast({ title: t`Saved`, text: saved.enabled ? sentText : t`Nothing is sent` });
      onClose();
    },
    onError: (failure) => {
      if (!fieldErrorsOf(failure).content) fail(failure);
    },
  });
  const { mediaId, price, isPending, isBadPrice } = attached;
  const media = keeps ? {} : mediaId ? { mediaId, price } : { mediaId: null };
  const isEmpty = !toVisibleText(content) && !keeps && !mediaId;
  return (
    <FormSheet
      title={<Trans>Welcome message</Trans>}
      intro={
        audience === 'follower' ? (
          <Trans>Each new follower gets it in your name, among their requests until they accept.</Trans>
        ) : (
          <Trans>Each new subscriber gets it in your name, within a moment.</Trans>
        )
      }
      onClose={onClose}
      busy={save.isPending}
      busyLabel={<Trans>Saving</Trans>}
      disabled={isPending || isBadPrice || (enabled && isEmpty)}
      action={<Trans>Save</Trans>}
      onSubmit={() => save.mutate({ audience, enabled, content: toVisibleText(content), ...media })}
    >
      <Segment
        label={t`Who is welcomed`}
        options={[
          { value: 'subscriber', label: <Trans>New subscribers</Trans> },
          { value: 'follower', label: <Trans>New followers</Trans> },
        ]}
        value={audience}
        onChange={onAudience}
      />
      <Switch checked={enabled} onChange={setEnabled} label={<Trans>Send it</Trans>} />
      <Field label={<Trans>Message</Trans>} error={fieldErrorsOf(save.error).content}>
        <TextArea
          name="content"
          rows={4}
          maxLength={messageLength}
          value={content}
          onChange={(event) => setContent(event.currentTarget.value)}
        />
      </Field>
      {keeps ? (
        <p className="flex items-center justify-between gap-3 text-sm">
          <span className="text-muted">
            {welcome.media?.duration ? (
              welcome.price > 0 ? (
                <Trans>With a video for {welcome.price} credits</Trans>
              ) : (
                <Trans>With a video</Trans>
              )
            ) : welcome.price > 0 ? (
              <Trans>With a photo for {welcome.price} credits</Trans>
            ) : (
              <Trans>With a photo</Trans>
            )}
          </span>
          <Button size="sm" onClick={() => setKeeps(false)}>
            <Trans>Remove</Trans>
          </Button>
        </p>
      ) : (
        <AttachField onChange={setAttached} />
      )}
    </FormSheet>
  );
}
