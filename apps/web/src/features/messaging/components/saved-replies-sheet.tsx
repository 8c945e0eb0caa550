import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageLength } from '@vlam/contract/rules/messaging';
import { toVisibleText } from '@vlam/contract/rules/visible-text';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Image from 'lucide-react/icons/image';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { TextArea, TextInput } from '../../../components/ui/text-input.tsx';
import { type Answer, api, fieldErrorsOf, keyOf, queryOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import type { WrittenMessage } from '../types.ts';
import { AttachField, nothingAttached } from './attach-field.tsx';

type Reply = Answer<'listSavedReplies'>[number];

interface SavedRepliesSheetProps {
  onClose(): void;
  /** Inserts a reply into the composer; absent where replies are only managed. */
  onPick?: (text: string) => void;
  /** Sends a reply with its file. */
  onSend?: (message: WrittenMessage) => void;
}

/** A creator's saved replies. */
export function SavedRepliesSheet({ onClose, onPick, onSend }: SavedRepliesSheetProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [editing, setEditing] = useState<Reply | 'new' | null>(null);
  const [checking, setChecking] = useState<Reply | null>(null);
  const { data, error, refetch } = useQuery(queryOf('listSavedReplies'));
  const changed = () => client.invalidateQueries({ queryKey: keyOf('listSavedReplies') });
  const failed = useFailure();
  const remove = useMutation({
    mutationFn: ({ id }: Reply) => api.deleteSavedReply({ params: { id } }),
    onSuccess(_, { title, content, mediaId, price }) {
      toast({
        title: t`Deleted: ${title}`,
        tone: 'info',
        action: {
          label: t`Undo`,
          act: () =>
            void api
              .saveReply({ body: { title, content, ...(mediaId ? { mediaId, price } : {}) } })
              .then(changed, failed),
        },
      });
      return changed();
    },
    onError: failed,
  });
  const order = useMutation({
    mutationFn: (ids: string[]) => api.orderSavedReplies({ body: { ids } }),
    onSuccess: (replies) => client.setQueryData(queryOf('listSavedReplies').queryKey, replies),
    onError: (failure) => {
      failed(failure);
      void changed();
    },
  });
  const move = (at: number) => {
    const ids = (data ?? []).map(({ id }) => id);
    const [moved] = ids.splice(at, 1);
    if (moved) order.mutate([...ids.slice(0, at - 1), moved, ...ids.slice(at - 1)]);
  };
  if (checking && onSend)
    return <SendReply reply={checking} onSend={onSend} onDone={onClose} onClose={() => setChecking(null)} />;
  if (editing)
    return <Editor reply={editing === 'new' ? null : editing} onDone={changed} onClose={() => setEditing(null)} />;
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Trans>Saved replies</Trans>}
      actions={
        <Button variant="bone" onClick={() => setEditing('new')}>
          <Trans>New reply</Trans>
        </Button>
      }
    >
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? (
        <Loading label={t`Loading`}>
          <SkeletonRows />
        </Loading>
      ) : null}
      {data?.length === 0 ? (
        <EmptyState
          compact
          heading="h3"
          title={<Trans>No saved replies yet</Trans>}
          text={<Trans>What you write often, one tap away.</Trans>}
        />
      ) : null}
      <ul>
        {data?.map((reply, at) => (
          <li key={reply.id} className="flex items-center gap-1 border-line border-t first:border-t-0">
            <button
              type="button"
              disabled={!onPick}
              onClick={() => {
                if (reply.mediaId && onSend) return setChecking(reply);
                onPick?.(reply.content);
                onClose();
              }}
              className="min-h-15 min-w-0 flex-1 rounded-sm py-2 text-left enabled:hover:bg-surface-2"
            >
              <span className="block font-semibold">{reply.title}</span>
              {reply.mediaId ? (
                <span className="flex items-center gap-1.5 text-faint text-meta">
                  <Image size={14} aria-hidden />
                  {reply.price > 0 ? <Trans>With a file for {reply.price} credits</Trans> : <Trans>With a file</Trans>}
                </span>
              ) : null}
              <span className="line-clamp-2 text-muted text-sm [overflow-wrap:anywhere]">{reply.content}</span>
            </button>
            {at > 0 ? (
              <IconButton label={t`Move ${reply.title} up`} disabled={order.isPending} onClick={() => move(at)}>
                <ArrowUp size={18} />
              </IconButton>
            ) : null}
            <IconButton label={t`Change ${reply.title}`} onClick={() => setEditing(reply)}>
              <Pencil size={18} />
            </IconButton>
            <IconButton
              label={t`Delete ${reply.title}`}
              disabled={remove.isPending}
              onClick={() => remove.mutate(reply)}
            >
              <Trash2 size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function Editor({ reply, onDone, onClose }: { reply: Reply | null; onDone(): unknown; onClose(): void }) {
  const fail = useFailure();
  const [title, setTitle] = useState(reply?.title ?? '');
  const [content, setContent] = useState(reply?.content ?? '');
  const [attached, setAttached] = useState(nothingAttached);
  const [keeps, setKeeps] = useState(Boolean(reply?.mediaId));
  const { mediaId, price, isPending, isBadPrice } = attached;
  const file = keeps ? {} : mediaId ? { mediaId, price } : { mediaId: null };
  const save = useMutation({
    mutationFn: (body: Parameters<typeof api.saveReply>[0]['body']) =>
      reply ? api.changeSavedReply({ params: { id: reply.id }, body }) : api.saveReply({ body }),
    onSuccess: () => {
      onDone();
      onClose();
    },
    onError: (failure) => {
      if (Object.keys(fieldErrorsOf(failure)).length === 0) fail(failure);
    },
  });
  const wrong = fieldErrorsOf(save.error);
  return (
    <FormSheet
      title={reply ? <Trans>Change reply</Trans> : <Trans>New reply</Trans>}
      onClose={onClose}
      busy={save.isPending}
      busyLabel={<Trans>Saving</Trans>}
      disabled={!title.trim() || !toVisibleText(content) || isPending || isBadPrice}
      action={<Trans>Save</Trans>}
      onSubmit={() => save.mutate({ title: title.trim(), content: toVisibleText(content), ...file })}
    >
      <Field label={<Trans>Name</Trans>} error={wrong.title}>
        <TextInput
          name="title"
          maxLength={60}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      </Field>
      <Field label={<Trans>Reply</Trans>} error={wrong.content}>
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
            {reply && reply.price > 0 ? (
              <Trans>With a file for {reply.price} credits</Trans>
            ) : (
              <Trans>With a file</Trans>
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

interface SendReplyProps {
  reply: Reply;
  onSend(message: WrittenMessage): void;
  onDone(): void;
  onClose(): void;
}

/** Shows a reply with its file and price before it is sent. */
function SendReply({ reply, onSend, onDone, onClose }: SendReplyProps) {
  const [content, setContent] = useState(reply.content);
  const { mediaId, price } = reply;
  return (
    <FormSheet
      title={reply.title}
      onClose={onClose}
      busy={false}
      busyLabel={<Trans>Sending</Trans>}
      action={price > 0 ? <Trans>Send for {price} credits</Trans> : <Trans>Send</Trans>}
      onSubmit={() => {
        if (!mediaId) return;
        const text = toVisibleText(content);
        onSend({ ...(text ? { content: text } : {}), mediaId, price });
        onDone();
      }}
    >
      {reply.media?.previewUrl ? (
        <img src={reply.media.previewUrl} alt="" className="max-h-48 w-fit rounded-md object-contain" />
      ) : null}
      <Field label={<Trans>Message</Trans>}>
        <TextArea
          name="content"
          rows={4}
          maxLength={messageLength}
          value={content}
          onChange={(event) => setContent(event.currentTarget.value)}
        />
      </Field>
    </FormSheet>
  );
}
