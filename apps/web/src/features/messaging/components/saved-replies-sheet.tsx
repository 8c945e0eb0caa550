import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageLength } from '@vlam/contract/rules/messaging';
import { toVisibleText } from '@vlam/contract/rules/visible-text';
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

type Reply = Answer<'listSavedReplies'>[number];

interface SavedRepliesSheetProps {
  onClose(): void;
  /** Inserts a reply into the composer; absent where replies are only managed. */
  onPick?: (text: string) => void;
}

/** A creator's saved replies. */
export function SavedRepliesSheet({ onClose, onPick }: SavedRepliesSheetProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [editing, setEditing] = useState<Reply | 'new' | null>(null);
  const { data, error, refetch } = useQuery(queryOf('listSavedReplies'));
  const changed = () => client.invalidateQueries({ queryKey: keyOf('listSavedReplies') });
  const failed = useFailure();
  const remove = useMutation({
    mutationFn: ({ id }: Reply) => api.deleteSavedReply({ params: { id } }),
    onSuccess(_, { title, content }) {
      toast({
        title: t`Deleted: ${title}`,
        tone: 'info',
        action: {
          label: t`Undo`,
          act: () => void api.saveReply({ body: { title, content } }).then(changed, failed),
        },
      });
      return changed();
    },
    onError: failed,
  });
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
        {data?.map((reply) => (
          <li key={reply.id} className="flex items-center gap-1 border-line border-t first:border-t-0">
            <button
              type="button"
              disabled={!onPick}
              onClick={() => {
                onPick?.(reply.content);
                onClose();
              }}
              className="min-h-15 min-w-0 flex-1 rounded-sm py-2 text-left enabled:hover:bg-surface-2"
            >
              <span className="block font-semibold">{reply.title}</span>
              <span className="line-clamp-2 text-muted text-sm [overflow-wrap:anywhere]">{reply.content}</span>
            </button>
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
  const save = useMutation({
    mutationFn: (body: { title: string; content: string }) =>
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
      disabled={!title.trim() || !toVisibleText(content)}
      action={<Trans>Save</Trans>}
      onSubmit={() => save.mutate({ title: title.trim(), content: toVisibleText(content) })}
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
    </FormSheet>
  );
}
