import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallRow } from '../../../components/ui/call-button.tsx';
import { menuRow } from '../../../components/ui/menu-row.ts';
import { TakedownRow } from '../../../components/ui/safety-rows.tsx';
import { api } from '../../../lib/api.ts';
import { fanRequest } from '../../../lib/helpers/fan-request.ts';
import { isCreator, useCurrentUser } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { changeConversation, refetchLists } from '../threads/api.ts';
import type { ChatMenuProps, MenuChoice } from './chat-sheet.ts';

/** Rows of a thread's menu; each closes the menu. */
export function ChatMenuRows({ conversation, onChoose, onGift, close }: ChatMenuProps & { close(): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const { profile, muted } = conversation;
  const creates = isCreator(useCurrentUser());
  const { id: profileId, displayName } = profile;
  const mute = useMutation({
    mutationFn: (next: boolean) => api.setConversation({ params: { profileId }, body: { muted: next } }),
    onSuccess: (state) => {
      changeConversation(client, profileId, state);
      refetchLists(client, profileId);
      toast({ title: state.muted ? t`Muted` : t`Unmuted`, tone: 'info' });
    },
    onError: fail,
  });
  const choose = (choice: MenuChoice) => () => {
    close();
    onChoose(choice);
  };
  return (
    <>
      {creates ? (
        <button
          type="button"
          className={`${menuRow} xl:hidden`}
          onClick={() => {
            close();
            fanRequest.set(profileId);
          }}
        >
          <Trans>Fan card</Trans>
        </button>
      ) : null}
      {profile.isCreator ? (
        <div className="min-[481px]:hidden">
          <CallRow profileId={profileId} />
        </div>
      ) : null}
      {onGift ? (
        <button
          type="button"
          className={menuRow}
          onClick={() => {
            close();
            onGift();
          }}
        >
          <Trans>Send Gift</Trans>
        </button>
      ) : null}
      <button type="button" className={menuRow} onClick={choose('search')}>
        <Trans>Search in conversation</Trans>
      </button>
      <button
        type="button"
        className={menuRow}
        onClick={() => {
          close();
          mute.mutate(!muted);
        }}
      >
        {muted ? <Trans>Unmute</Trans> : <Trans>Mute</Trans>}
      </button>
      <button type="button" className={menuRow} onClick={choose('expiry')}>
        <Trans>Disappearing messages</Trans>
      </button>
      <hr className="my-1.5 border-line" />
      <button type="button" className={menuRow} onClick={choose('delete')}>
        <Trans>Delete conversation</Trans>
      </button>
      <button type="button" className={menuRow} onClick={choose('report')}>
        <Trans>Report</Trans>
      </button>
      <TakedownRow />
      <button type="button" className={`${menuRow} text-danger`} onClick={choose('block')}>
        <Trans>Block {displayName}</Trans>
      </button>
    </>
  );
}
