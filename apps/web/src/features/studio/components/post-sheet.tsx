import { Trans, useLingui } from '@lingui/react/macro';
import ArchiveIcon from 'lucide-react/icons/archive';
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import EyeOff from 'lucide-react/icons/eye-off';
import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import Send from 'lucide-react/icons/send';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { sheetRow } from '../../../components/ui/sheet-row.ts';
import { messageOf } from '../../../lib/api.ts';
import { formatNumber, formatRand } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import { toast } from '../../../lib/toast.ts';
import { type Post, type PostAction, usePostAction, useRestore, useRestoredMessage } from '../api.ts';
import { PinOrder } from './pin-order.tsx';
import { PostPicture } from './post-picture.tsx';
import { canEdit } from './post-row.tsx';
import { StateTag } from './state-tag.tsx';

interface PostSheetProps {
  post: Post;
  onClose(): void;
  /** Opens the times of the post. */
  onWhen(post: Post): void;
}

/** Figures of one post and what its creator may do with it. */
export function PostSheet({ post, onClose, onWhen }: PostSheetProps) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const action = usePostAction();
  const restore = useRestore();
  const notifyRestored = useRestoredMessage();
  const { item, state, pin, publishedAt } = post;
  const { id, title } = item;

  const done: Record<PostAction, (next: string | null) => void> = {
    pin: () => toast({ title: t`Pinned to the top of your page`, text: title }),
    unpin: () => toast({ title: t`No longer pinned`, text: title }),
    archive: () =>
      toast({
        title: t`Archived`,
        text: t`Only those who bought it still see it.`,
        action: { label: t`Undo`, act: () => void restore(post) },
      }),
    restore: (next) => notifyRestored(title, next),
    publish: (next) =>
      next === 'published' ? toast({ title: t`Published`, text: title }) : notifyRestored(title, 'review'),
    takeDown: () => toast({ title: t`Taken down`, text: title }),
  };
  const act = (name: PostAction) =>
    action.mutate(
      { action: name, id },
      {
        onSuccess: (next) => {
          done[name](next);
          onClose();
        },
      },
    );
  const busy = action.isPending;
  const isPublished = state === 'published';
  const isDraft = state === 'draft' || state === 'scheduled' || state === 'ended';
  const problem = action.error
    ? (messageOf(action.error) ?? t`The connection dropped. Try again.`)
    : item.rules?.problem;
  const row = (name: PostAction, icon: ReactNode, label: ReactNode) => (
    <button type="button" disabled={busy} onClick={() => act(name)} className={sheetRow}>
      {icon}
      {label}
    </button>
  );
  return (
    <Sheet open onClose={onClose} title={title} locked={busy}>
      <div className="flex gap-4">
        <span className="h-[105px] w-21 shrink-0 overflow-hidden rounded-md">
          <PostPicture post={post} sizes="84px" />
        </span>
        <div className="min-w-0 flex-1">
          <p className="pb-2 empty:hidden">
            <StateTag post={post} />
          </p>
          {publishedAt === null ? (
            <p className="text-muted text-sm">
              <Trans>Figures begin when it is published.</Trans>
            </p>
          ) : (
            <dl>
              <Figure label={<Trans>Views</Trans>}>{formatNumber(item.viewCount)}</Figure>
              <Figure label={<Trans>Likes</Trans>}>{formatNumber(item.likeCount)}</Figure>
              <Figure label={<Trans>Sold</Trans>}>{formatNumber(post.sold)}</Figure>
              <Figure label={<Trans>Earned</Trans>} gold>
                {formatRand(post.earnedCents / 100)}
              </Figure>
            </dl>
          )}
        </div>
      </div>
      <p role="alert" className={problem ? 'mt-4 text-danger text-sm' : 'sr-only'}>
        {problem}
      </p>
      {state === 'flagged' ? (
        <p className="mt-4 text-muted">
          <Trans>A moderator decides about it. Until then nobody else sees it, and it cannot be changed.</Trans>
        </p>
      ) : state === 'removed' ? (
        <p className="mt-4 text-muted">
          <Trans>It was taken down for good. Its figures stay.</Trans>
        </p>
      ) : isAsking ? (
        <div className="mt-5">
          <p>
            <Trans>
              Take it down for good? Those who bought it lose it too, and its likes and comments go with it.
            </Trans>
          </p>
          {isPublished ? (
            <p className="mt-2 text-muted text-sm">
              <Trans>To hide it and leave it with its buyers, archive it.</Trans>
            </p>
          ) : null}
          <div className="mt-4 flex flex-wrap gap-2">
            <Button disabled={busy} onClick={() => setAsking(false)}>
              <Trans>Keep it</Trans>
            </Button>
            <Button
              variant="danger"
              className="flex-1"
              busy={busy}
              busyLabel={<Trans>Taking it down</Trans>}
              onClick={() => act('takeDown')}
            >
              <Trans>Take it down</Trans>
            </Button>
          </div>
        </div>
      ) : (
        <div className="mt-4">
          {canEdit(post) ? (
            <Link to="/create" search={{ item: id }} onClick={onClose} className={sheetRow}>
              <Pencil size={20} />
              <Trans>Edit</Trans>
            </Link>
          ) : null}
          {isDraft ? row('publish', <Send size={20} />, <Trans>Publish now</Trans>) : null}
          {isPublished
            ? pin === null
              ? row('pin', <Pin size={20} />, <Trans>Pin to the top</Trans>)
              : row('unpin', <PinOff size={20} />, <Trans>Unpin from the top</Trans>)
            : null}
          {pin === null ? null : <PinOrder post={post} />}
          {isPublished || isDraft ? (
            <button type="button" disabled={busy} onClick={() => onWhen(post)} className={sheetRow}>
              <CalendarClock size={20} />
              <Trans>Change the time</Trans>
            </button>
          ) : null}
          {isPublished || state === 'ended' ? row('archive', <ArchiveIcon size={20} />, <Trans>Archive</Trans>) : null}
          {state === 'archived'
            ? row('restore', <ArchiveRestore size={20} />, <Trans>Bring back from the archive</Trans>)
            : null}
          <button
            type="button"
            disabled={busy}
            onClick={() => setAsking(true)}
            className={`${sheetRow} text-danger hover:text-danger!`}
          >
            <EyeOff size={20} />
            <Trans>Take down</Trans>
          </button>
        </div>
      )}
    </Sheet>
  );
}

function Figure({ label, gold = false, children }: { label: ReactNode; gold?: boolean; children: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3 border-line border-t py-1.5 first:border-t-0">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className={`num text-[1.0625rem] ${gold ? 'text-gold' : ''}`}>{children}</dd>
    </div>
  );
}
