import { Trans, useLingui } from '@lingui/react/macro';
import Download from 'lucide-react/icons/download';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/icon-button.tsx';

export interface BulkBarProps {
  /** Names the bar, such as "Chosen accounts". */
  label: string;
  count: number;
  exporting: boolean;
  /** Buttons of what can be done with them. */
  children: ReactNode;
  onExport(): void;
  onClear(): void;
}

/** Actions on the chosen rows of a list, above the foot of the window. */
export function BulkBar({ label, count, exporting, children, onExport, onClear }: BulkBarProps) {
  const { t } = useLingui();
  return (
    <section
      aria-label={label}
      className="fixed inset-x-2 bottom-[calc(var(--bar-bottom)+env(safe-area-inset-bottom)+8px)] z-28 flex max-h-[45dvh] flex-wrap items-center gap-1 overflow-y-auto rounded-card bg-surface-3 p-1.5 pl-3.5 shadow-pop max-md:[&_[data-slot=button]]:px-3 lg:inset-x-auto lg:bottom-6 lg:gap-2 lg:p-2 lg:pl-4"
    >
      <p className="font-semibold text-sm tabular-nums lg:mr-2" aria-live="polite">
        <Trans>{count} chosen</Trans>
      </p>
      {children}
      <span className="ml-auto flex">
        <IconButton label={t`Export the chosen as CSV`} disabled={exporting} onClick={onExport}>
          <Download size={20} />
        </IconButton>
        <IconButton label={t`Choose none`} onClick={onClear}>
          <X size={20} />
        </IconButton>
      </span>
    </section>
  );
}
