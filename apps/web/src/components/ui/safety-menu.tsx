import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from '../../lib/router.tsx';
import { lazyPart } from '../../lib/styles.ts';
import { ErrorBoundary } from './error-state.tsx';
import { Popover } from './popover.tsx';
import type { ReportTarget } from './report-sheet.tsx';

const ReportSheet = lazyPart(() => import('./report-sheet.tsx').then((module) => module.ReportSheet));
const MuteRow = lazyPart(() => import('./mute-row.tsx').then((module) => module.MuteRow));
const BlockSheet = lazyPart(() => import('./block-sheet.tsx').then((module) => module.BlockSheet));

export interface SafetyMenuProps {
  person: { id: string; displayName: string };
  /** What is reported; by default the person. */
  target?: ReportTarget;
  /** Title of the report; by default the person's name. */
  reportTitle?: ReactNode;
  /** `glass` lies over a picture. */
  variant?: 'plain' | 'filled' | 'glass';
  /** More rows above; each closes the menu itself. */
  children?: ((close: () => void) => ReactNode) | undefined;
  onBlocked?: () => void;
}

/** Style of a row of the menu. */
export const menuRow =
  'flex min-h-11 w-full items-center wrap-anywhere rounded-sm px-3.5 py-2 text-left leading-snug hover:bg-surface-2';

/** The takedown desk, where a screen without a footer links it. */
export const TakedownRow = () => (
  <Link to="/takedown" className={menuRow}>
    <Trans>Have something taken down</Trans>
  </Link>
);

/** Mute, report and block, behind a three-dot button. */
export function SafetyMenu({ person, target, reportTitle, variant = 'plain', children, onBlocked }: SafetyMenuProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'report' | 'block' | null>(null);
  const { displayName } = person;
  const close = () => setOpen(null);
  const choose = (what: 'report' | 'block', closeMenu: () => void) => () => {
    closeMenu();
    setOpen(what);
  };
  return (
    <>
      <Popover
        label={t`More about ${displayName}`}
        trigger={<EllipsisVertical size={20} />}
        triggerClassName={clsx(
          'press inline-flex size-11 shrink-0 items-center justify-center rounded-pill',
          variant === 'plain' && 'text-muted hover:bg-surface-2',
          variant === 'filled' && 'bg-surface-2 text-ink hover:bg-surface-3',
          variant === 'glass' && 'text-on-picture hover:bg-picture-lock',
        )}
        className="w-max min-w-52"
      >
        {(closeMenu) => (
          <>
            {children?.(closeMenu)}
            <button type="button" className={menuRow} onClick={choose('report', closeMenu)}>
              <Trans>Report</Trans>
            </button>
            <TakedownRow />
            <ErrorBoundary onFailure={closeMenu}>
              <Suspense fallback={<span className={menuRow} />}>
                <MuteRow person={person} className={menuRow} onChosen={closeMenu} />
              </Suspense>
            </ErrorBoundary>
            <button type="button" className={clsx(menuRow, 'text-danger')} onClick={choose('block', closeMenu)}>
              <Trans>Block {displayName}</Trans>
            </button>
          </>
        )}
      </Popover>
      <SafetySheets
        person={person}
        target={target}
        reportTitle={reportTitle}
        open={open}
        onClose={close}
        onBlocked={onBlocked}
      />
    </>
  );
}

interface SafetySheetsProps extends Pick<SafetyMenuProps, 'person'> {
  target?: ReportTarget | undefined;
  reportTitle?: ReactNode;
  open: 'report' | 'block' | null;
  onClose(): void;
  onBlocked?: (() => void) | undefined;
}

/** The report and block sheets of the menu. */
export function SafetySheets({ person, target, reportTitle, open, onClose, onBlocked }: SafetySheetsProps) {
  if (!open) return null;
  return (
    <ErrorBoundary onFailure={onClose}>
      <Suspense fallback={null}>
        {open === 'report' ? (
          <ReportSheet
            target={target ?? { type: 'profile', id: person.id }}
            title={reportTitle ?? <Trans>Report {person.displayName}</Trans>}
            onClose={onClose}
          />
        ) : (
          <BlockSheet person={person} onClose={onClose} onBlocked={onBlocked} />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
