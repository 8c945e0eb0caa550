import { Trans, useLingui } from '@lingui/react/macro';
import X from 'lucide-react/icons/x';
import { EmptyState } from '../../../../components/ui/empty-state.tsx';
import { IconButton } from '../../../../components/ui/icon-button.tsx';
import { useSummary } from '../../row-parts/summary.ts';
import type { MessageView } from '../../types.ts';

export { CallMenu } from '../../../../components/ui/call-button.tsx';
export { Announcer } from './announcer.tsx';
export { MessageMedia } from './message-media.tsx';
export { QuotaLine } from './quota-line.tsx';
export { Reactions } from './reactions.tsx';
export { WaitingBubble } from './waiting-bubble.tsx';

interface ReplyBarProps {
  message: MessageView;
  isOwn: boolean;
  /** Display name of the other member. */
  name: string;
  onCancel(): void;
}

/** Bar above the composer: the message being replied to, and a cancel button. */
export function ReplyBar({ message, isOwn, name, onCancel }: ReplyBarProps) {
  const { t } = useLingui();
  const { quoteOf } = useSummary();
  return (
    <div className="flex items-center gap-2 pt-2 pr-1.5 pl-4 lg:pr-4 lg:pl-6">
      <p className="min-w-0 flex-1 border-ember-line border-l-2 pl-3 text-meta">
        <span className="block font-semibold">
          {isOwn ? <Trans>Reply to yourself</Trans> : <Trans>Reply to {name}</Trans>}
        </span>
        <span className="block truncate text-faint">{quoteOf(message)}</span>
      </p>
      <IconButton label={t`Cancel reply`} onClick={onCancel}>
        <X size={20} />
      </IconButton>
    </div>
  );
}

/** Typing indicator. */
export function Typing() {
  return (
    <p
      aria-hidden
      className="mt-1.5 flex w-fit items-center gap-1 rounded-card rounded-bl-[6px] bg-surface-2 px-4 py-3.5"
    >
      {[0, 1, 2].map((dot) => (
        <i
          key={dot}
          className="size-1.5 rounded-pill bg-faint motion-safe:animate-[breathe_1.2s_ease-in-out_infinite]"
          style={{ animationDelay: `${dot * 160}ms` }}
        />
      ))}
    </p>
  );
}

/** Empty state of a thread. */
export function EmptyThread({ name }: { name: string }) {
  return (
    <EmptyState
      title={<Trans>Say hello to {name}</Trans>}
      text={<Trans>Nobody has written here yet. A question about their profile is a good start.</Trans>}
    />
  );
}

/** Remaining characters of the composer; negative when the text is too long. */
export function CharactersLeft({ count: left }: { count: number }) {
  return (
    <span
      role="status"
      className={`-top-6 absolute right-2 text-micro tabular-nums ${left < 0 ? 'text-danger' : 'text-faint'}`}
    >
      <Trans>{left} left</Trans>
    </span>
  );
}
