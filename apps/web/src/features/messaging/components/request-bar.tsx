import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { api, keyOf } from '../../../lib/api.ts';
import { restoreFocus } from '../../../lib/focus.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { catchUp, changeConversation, threadQuery } from '../threads/api.ts';
import type { Conversation } from '../types.ts';

/** Accept or decline a message request. */
export function RequestBar({ conversation, onRemoved }: { conversation: Conversation; onRemoved(): void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { id: profileId, displayName: name } = conversation.profile;
  const failed = useFailure();
  const bar = useRef<HTMLElement>(null);
  const isAccepted = useRef(false);
  // The bar unmounts with the focused button.
  useEffect(() => {
    const { current } = bar;
    return () => {
      if (isAccepted.current) restoreFocus(current);
    };
  }, []);
  const accept = useMutation({
    mutationFn: () => api.acceptConversation({ params: { profileId } }),
    onSuccess: (state) => {
      isAccepted.current = true;
      changeConversation(client, profileId, state);
      // Pictures are shown after acceptance.
      void client.invalidateQueries({ queryKey: threadQuery(profileId).queryKey });
      void catchUp(client, profileId);
      // Its place in the other list depends on its last message, so that list is refetched whole.
      void client.invalidateQueries({ queryKey: keyOf('listConversations') });
    },
    onError: failed,
  });
  const decline = useMutation({
    mutationFn: () => api.declineConversation({ params: { profileId } }),
    onSuccess: () => {
      toast({ title: t`Declined`, text: t`${name} is not notified.`, tone: 'info' });
      onRemoved();
    },
    onError: failed,
  });
  const busy = accept.isPending || decline.isPending;
  return (
    <section ref={bar} aria-label={t`Request`} className="shrink-0 border-line border-t px-4 py-3 lg:px-6">
      <p className="text-muted text-sm">
        <Trans>
          {name} is new to you. They learn nothing until you accept: not that you read this, nor that you are here.
        </Trans>
      </p>
      <div className="mt-3 flex gap-2">
        <Button
          size="sm"
          className="flex-1"
          disabled={busy}
          busy={decline.isPending}
          busyLabel={<Trans>Declining</Trans>}
          onClick={() => decline.mutate()}
        >
          <Trans>Decline</Trans>
        </Button>
        <Button
          size="sm"
          variant="bone"
          className="flex-1"
          disabled={busy}
          busy={accept.isPending}
          busyLabel={<Trans>Accepting</Trans>}
          onClick={() => accept.mutate()}
        >
          <Trans>Accept</Trans>
        </Button>
      </div>
    </section>
  );
}

/** Shown instead of the composer when the viewer cannot write. */
export function CannotWrite({ reason }: { reason: Conversation['cannotWrite'] }) {
  return (
    <p className="shrink-0 border-line border-t px-4 py-5 text-muted text-sm lg:px-6">
      {reason === 'hidden' ? (
        <Trans>Your profile is hidden, so nobody could see who writes. Show it to write again.</Trans>
      ) : (
        <Trans>You can't write here just now.</Trans>
      )}
    </p>
  );
}
