import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { SafetyMenu } from '../../../components/ui/safety-menu.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useCurrentUser } from '../../../lib/session.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { commentsQuery, usePostComment } from '../api.ts';

/** Comments of one item, loaded when the panel opens. For premium items only members with access see them. */
export function Comments({ contentId }: { contentId: string }) {
  const { t } = useLingui();
  const fieldId = useId();
  const ownId = useCurrentUser()?.profileId;
  const [text, setText] = useState('');
  const { data, isError, refetch } = useQuery(commentsQuery(contentId));
  const post = usePostComment(contentId, {
    onSuccess: () => {
      setText('');
      toast({ title: t`Comment posted!`, text: t`Your comment has been added` });
    },
    onError: () => toastError(t`Error`, t`Failed to post comment`),
  });
  return (
    <section aria-label={t`Comments`} className="mt-2 border-t border-line pt-3">
      {isError ? (
        <p className="text-sm text-muted">
          <Trans>The comments could not be loaded.</Trans>{' '}
          <button type="button" className="min-h-11 font-semibold text-ember-text" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </button>
        </p>
      ) : data === undefined ? (
        <Skeleton className="h-16 rounded-md" />
      ) : data.length === 0 ? (
        <p className="py-2 text-sm text-muted">
          <Trans>No comments yet. Be the first to comment!</Trans>
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        <ol className="max-h-60 overflow-y-auto" tabIndex={0} aria-label={t`Comments, oldest first`}>
          {data.map((comment) => (
            <li key={comment.id} className="flex gap-3 py-2">
              <Avatar src={comment.user.profileImageUrl} size={32} />
              <div className="min-w-0 flex-1">
                <p className="flex gap-2 text-sm">
                  <b className="wrap-anywhere font-semibold">{comment.user.firstName}</b>
                  <span className="shrink-0 text-faint">
                    <PostedAge at={comment.createdAt} />
                  </span>
                </p>
                <p className="text-sm wrap-anywhere text-muted">{comment.comment}</p>
              </div>
              {comment.user.profileId === ownId ? null : (
                <SafetyMenu
                  person={{ id: comment.user.profileId, displayName: comment.user.firstName }}
                  target={{ type: 'comment', id: comment.id }}
                  reportTitle={<Trans>Report this comment</Trans>}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      <form
        className="mt-2 flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() && !post.isPending) post.mutate(text.trim());
        }}
      >
        <label htmlFor={fieldId} className="sr-only">
          <Trans>Your comment</Trans>
        </label>
        <input
          id={fieldId}
          value={text}
          maxLength={500}
          onChange={(event) => setText(event.target.value)}
          placeholder={t`Write a comment`}
          className="min-h-11 min-w-0 flex-1 rounded-pill border border-control bg-surface-2 px-4 text-base placeholder:text-faint focus-visible:border-ink"
        />
        <Button
          type="submit"
          size="sm"
          disabled={!text.trim()}
          busy={post.isPending}
          busyLabel={<Trans>Posting</Trans>}
        >
          <Trans>Post</Trans>
        </Button>
      </form>
    </section>
  );
}
