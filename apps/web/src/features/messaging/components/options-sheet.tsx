import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactionEmoji, reactionEmojis } from '@vlam/contract/rules/messaging';
import { clsx } from 'clsx';
import Copy from 'lucide-react/icons/copy';
import CornerUpLeft from 'lucide-react/icons/corner-up-left';
import Flag from 'lucide-react/icons/flag';
import Undo2 from 'lucide-react/icons/undo-2';
import type { ReactNode } from 'react';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { api } from '../../../lib/api.ts';
import { formatTime } from '../../../lib/format.ts';
import { copyText } from '../../../lib/helpers/copy-text.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { useDays, useSummary } from '../row-parts/summary.ts';
import { putMessage } from '../threads/api.ts';
import type { Conversation, MessageView } from '../types.ts';
import { useUnsend } from '../use-unsend.ts';
import { ReactionGlyph } from './parts/reaction-glyph.tsx';

interface OptionsSheetProps {
  message: MessageView;
  conversation: Conversation;
  onClose(): void;
  onReply(message: MessageView): void;
  /** Hides a message while its unsending can be undone. */
  onHide(id: string, on: boolean): void;
  onReport(message: MessageView): void;
}

/** Sheet with everything that can be done with one message. */
export function OptionsSheet({ message, conversation, onClose, onReply, onHide, onReport }: OptionsSheetProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const client = useQueryClient();
  const { dayName } = useDays();
  const { quoteOf } = useSummary();
  const { id: otherId } = conversation.profile;
  const { id, content, reactions, timestamp } = message;
  const isOwn = message.senderId !== otherId;
  // A paid message cannot be unsent.
  const isPaidFor = message.isSold === true || message.tip !== null || Boolean(message.gift);
  const unsend = useUnsend(otherId, onHide);
  const mine = reactions.find((each) => each.profileId !== otherId)?.emoji;
  const react = useMutation({
    mutationFn: (emoji: ReactionEmoji) =>
      emoji === mine ? api.removeReaction({ params: { id } }) : api.reactToMessage({ params: { id }, body: { emoji } }),
    onSuccess: (changed) => {
      putMessage(client, otherId, changed);
      onClose();
    },
    onError: fail,
  });
  const after = (act: () => void) => () => {
    onClose();
    act();
  };
  const copy = () =>
    copyText(content).then((copied) =>
      copied ? toast({ title: t`Copied`, tone: 'info' }) : toastError(t`Error`, t`Your browser didn't allow it.`),
    );
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Trans>Message</Trans>}
      intro={
        <span className="line-clamp-2 [overflow-wrap:anywhere]">
          {quoteOf(message)} · {dayName(timestamp)} {formatTime(timestamp)}
        </span>
      }
    >
      <fieldset aria-label={t`React`} disabled={react.isPending} className="flex flex-wrap gap-1">
        {reactionEmojis.map((emoji) => (
          <button
            key={emoji}
            type="button"
            aria-pressed={emoji === mine}
            onClick={() => react.mutate(emoji)}
            className={clsx(
              'press inline-flex size-11 items-center justify-center rounded-pill hover:bg-surface-2',
              emoji === mine && 'bg-ember-soft',
            )}
          >
            <ReactionGlyph emoji={emoji} size={24} />
          </button>
        ))}
      </fieldset>
      <div className="mt-3">
        <Row icon={<CornerUpLeft size={20} />} onClick={after(() => onReply(message))}>
          <Trans>Reply</Trans>
        </Row>
        {content ? (
          <Row icon={<Copy size={20} />} onClick={after(() => void copy())}>
            <Trans>Copy text</Trans>
          </Row>
        ) : null}
        {isOwn ? (
          isPaidFor ? (
            <p className="border-line border-t px-1 pt-3.5 text-faint text-meta">
              <Trans>It was paid for, so it can't be unsent.</Trans>
            </p>
          ) : (
            <Row icon={<Undo2 size={20} />} onClick={after(() => unsend(message))} danger>
              <Trans>Unsend for both</Trans>
            </Row>
          )
        ) : (
          <Row icon={<Flag size={20} />} onClick={() => onReport(message)} danger>
            <Trans>Report</Trans>
          </Row>
        )}
      </div>
    </Sheet>
  );
}

function Row({
  icon,
  danger = false,
  onClick,
  children,
}: {
  icon: ReactNode;
  danger?: boolean;
  onClick(): void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={clsx(
        'flex min-h-15 w-full items-center gap-3.5 border-line border-t px-1 text-left hover:bg-surface-2',
        danger && 'text-danger',
      )}
    >
      {icon}
      <span className="font-semibold">{children}</span>
    </button>
  );
}
