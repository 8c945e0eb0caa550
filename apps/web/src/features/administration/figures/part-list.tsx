import { Trans, useLingui } from '@lingui/react/macro';
import CircleCheck from 'lucide-react/icons/circle-check';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import { formatNumber } from '../../../lib/numbers.ts';
import type { PlatformStats } from './figures.ts';

type Part = PlatformStats['health']['parts'][number];

/** Whether each part of the program works now, and how fast it answered. */
export function PartList({ parts }: { parts: readonly Part[] }) {
  const { t } = useLingui();
  const names: Record<Part['name'], string> = {
    database: t`Database`,
    ledger: t`Ledger`,
    storage: t`Media storage`,
    jobs: t`Background work`,
  };
  return (
    <ul className="mt-3 border-line border-t">
      {parts.map(({ name, ok, ms }) => (
        <li key={name} className="flex min-h-11 items-center gap-2.5 border-line border-b py-2 text-sm">
          {ok ? (
            <CircleCheck size={18} aria-hidden className="shrink-0 text-online" />
          ) : (
            <OctagonAlert size={18} aria-hidden className="shrink-0 text-danger" />
          )}
          <span className="min-w-0 flex-1">{names[name]}</span>
          <span className={ok ? 'text-faint tabular-nums' : 'font-semibold text-danger'}>
            {ok ? <Trans>{formatNumber(ms)} ms</Trans> : <Trans>does not answer</Trans>}
          </span>
        </li>
      ))}
    </ul>
  );
}
