import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ReportSheet } from '../../../components/ui/report-sheet.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { SheetFoot } from '../../../components/ui/sheet-foot.tsx';
import { formatTime } from '../../../lib/format.ts';
import { useDays, useSummary } from '../row-parts/summary.ts';
import type { Conversation, MessageView } from '../types.ts';

/** Number of messages offered, newest first. */
const offered = 30;
/** Maximum number of messages in one report. */
const maxMessages = 20;

interface ReportChatSheetProps {
  /** The message the report was started from. */
  chosen: MessageView | undefined;
  conversation: Conversation;
  messages: readonly MessageView[];
  onClose(): void;
}

/** Chooses the messages to show to moderators, then the reason. Nothing else of the thread is sent. */
export function ReportChatSheet({ chosen, conversation, messages, onClose }: ReportChatSheetProps) {
  const { t } = useLingui();
  const { dayName } = useDays();
  const { quoteOf } = useSummary();
  const { id: profileId, displayName: name } = conversation.profile;
  const [picked, setPicked] = useState<readonly string[]>(chosen ? [chosen.id] : []);
  const [next, setNext] = useState(false);
  const theirs = messages.filter((each) => each.senderId === profileId && !each.deletedAt).toReversed();
  if (next)
    return (
      <ReportSheet
        target={{ type: 'profile', id: profileId }}
        messageIds={picked}
        title={<Trans>Report {name}</Trans>}
        onClose={onClose}
      />
    );
  const turn = (id: string) =>
    setPicked((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]));
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Trans>Report {name}</Trans>}
      intro={<Trans>Choose the messages our moderators should see. They see no others.</Trans>}
      actions={
        <SheetFoot
          onCancel={onClose}
          action={picked.length > 0 ? t`Continue with ${picked.length}` : <Trans>Continue without</Trans>}
          variant="bone"
          onConfirm={() => setNext(true)}
        />
      }
    >
      <fieldset aria-label={t`Messages`}>
        {theirs.slice(0, offered).map((message) => (
          <label
            key={message.id}
            className="flex min-h-15 items-center gap-3 border-line border-t py-2 first:border-t-0"
          >
            <input
              type="checkbox"
              checked={picked.includes(message.id)}
              disabled={picked.length >= maxMessages && !picked.includes(message.id)}
              onChange={() => turn(message.id)}
              className="size-6 shrink-0 appearance-none rounded-xs inset-ring-2 inset-ring-control checked:inset-ring-7 checked:inset-ring-ink"
            />
            <span className="min-w-0">
              <span className="line-clamp-2 [overflow-wrap:anywhere]">{quoteOf(message)}</span>
              <span className="block text-faint text-meta">
                {dayName(message.timestamp)} {formatTime(message.timestamp)}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
    </Sheet>
  );
}
