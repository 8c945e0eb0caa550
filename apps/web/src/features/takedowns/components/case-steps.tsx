import { Trans } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import EyeOff from 'lucide-react/icons/eye-off';
import Scale from 'lucide-react/icons/scale';
import UserRound from 'lucide-react/icons/user-round';
import type { ReactNode } from 'react';
import { timeLeft } from '../../../lib/helpers/time-left.ts';
import { useMinute } from '../../../lib/helpers/use-minute.ts';
import type { TakedownCase } from '../api.ts';
import { useWhen } from '../labels.ts';

/** Where a case stands, as its complainant reads it. */
export function CaseSteps({ found }: { found: TakedownCase }) {
  const when = useWhen();
  const now = useMinute();
  const isOpen = found.state === 'open';
  const from = found.appealedAt ?? found.receivedAt;
  const left = timeLeft({ from: Date.parse(from), due: Date.parse(found.dueAt), now });
  return (
    <ol className="mt-8">
      <Step icon={<Check />} tone="done" title={<Trans>Received</Trans>}>
        {when(found.receivedAt)}
      </Step>
      <Step
        icon={<EyeOff />}
        tone={found.hidesAtOnce ? 'done' : 'waiting'}
        title={found.hidesAtOnce ? <Trans>Hidden until the decision</Trans> : <Trans>Hidden if a person says so</Trans>}
      >
        {found.hidesAtOnce ? (
          <Trans>Whatever matches is hidden everywhere, also what is uploaded meanwhile</Trans>
        ) : (
          <Trans>Somebody looks first</Trans>
        )}
      </Step>
      <Step
        icon={<UserRound />}
        tone={isOpen ? 'now' : 'done'}
        title={found.appealedAt ? <Trans>With another person</Trans> : <Trans>With a person</Trans>}
        aside={
          isOpen ? (
            <span className={clsx('num text-[1.375rem]', left.state === 'late' && 'text-danger')}>{left.text}</span>
          ) : null
        }
      >
        {!isOpen ? (
          <Trans>Looked at</Trans>
        ) : left.state === 'late' ? (
          <Trans>Late: it was due {when(found.dueAt)}</Trans>
        ) : (
          <Trans>Decision due {when(found.dueAt)}</Trans>
        )}
      </Step>
      <Step
        icon={<Scale />}
        tone={isOpen ? 'waiting' : 'done'}
        title={
          found.state === 'removed' ? (
            <Trans>Taken down</Trans>
          ) : found.state === 'refused' ? (
            <Trans>Not taken down</Trans>
          ) : (
            <Trans>Decision</Trans>
          )
        }
      >
        {found.decidedAt ? (
          <>
            {when(found.decidedAt)}
            {found.reason ? <span className="mt-1 block wrap-anywhere text-ink">{found.reason}</span> : null}
          </>
        ) : (
          <Trans>You read it here with the reasons</Trans>
        )}
      </Step>
    </ol>
  );
}

interface StepProps {
  icon: ReactNode;
  tone: 'done' | 'now' | 'waiting';
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

const Step = ({ icon, tone, title, aside, children }: StepProps) => (
  <li className="grid grid-cols-[24px_minmax(0,1fr)_auto] gap-3.5 border-line border-t py-3.5 first:border-t-0">
    <span
      aria-hidden
      className={clsx('pt-px [&>svg]:size-5', tone === 'done' ? 'text-online' : tone === 'waiting' && 'text-faint')}
    >
      {icon}
    </span>
    <span className="min-w-0">
      <span className={clsx('block font-semibold', tone === 'waiting' && 'text-faint')}>{title}</span>
      <span className="block text-faint text-sm first-letter:uppercase">{children}</span>
    </span>
    {aside}
  </li>
);
