import { useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type Choice, ChoiceBox } from '../../../components/staff-lists/choice-box.tsx';
import { queueRow } from '../../../components/staff-lists/queue-list.tsx';
import { DueClock, DueTag, DueText } from '../../../components/ui/due-clock.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { reportReasonNames } from '../../../lib/report-reasons.ts';
import type { Report } from '../api.ts';
import { reportTargetLabels } from '../labels.ts';

interface ReportRowProps {
  report: Report;
  onOpen(): void;
  /** While rows are chosen. */
  choice?: Choice;
}

/** A report in the queue: reason, member, and the time left. */
export function ReportRow({ report, onOpen, choice }: ReportRowProps) {
  const { t, i18n } = useLingui();
  const isOpen = report.status === 'pending';
  const due = { from: report.createdAt, due: report.dueAt };
  const reason = i18n._(reportReasonNames[report.reason]);
  const name = report.about?.displayName;
  return (
    <li className={clsx('flex items-center border-line border-b', choice?.isChosen && 'bg-surface-1')}>
      {choice ? <ChoiceBox choice={choice} label={name ? t`Choose ${reason}, ${name}` : t`Choose ${reason}`} /> : null}
      <button
        type="button"
        onClick={onOpen}
        className={`${queueRow} flex min-h-18 min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 py-3.5 text-left`}
      >
        {isOpen ? <DueClock {...due} className={choice ? 'max-md:hidden' : 'max-[359px]:hidden'} /> : null}
        <span className="min-w-[8rem] flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold">{reason}</span>
            {isOpen ? <DueTag {...due} /> : null}
          </span>
          <span className="block break-words text-muted text-sm">
            {i18n._(reportTargetLabels[report.targetType])}
            {name ? `, ${name}` : null}
          </span>
          <span className="block text-faint text-meta">
            {isOpen ? (
              // Where there is no room for the clock.
              <span className={choice ? 'md:sr-only' : 'min-[360px]:sr-only'}>
                <DueText due={report.dueAt} />
                {', '}
              </span>
            ) : null}
            <PostedAge at={report.outcome?.at ?? report.createdAt} />
          </span>
        </span>
        <ChevronRight size={20} aria-hidden className="shrink-0 text-faint" />
      </button>
    </li>
  );
}
