import { useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../../lib/styles.ts';
import { ErrorBoundary } from './error-state.tsx';
import { menuRow } from './menu-row.ts';
import { Popover } from './popover.tsx';
import type { SafetyPerson } from './safety-sheets.tsx';

// Few open the menu of a card.
const SafetyRows = lazyPart(() => import('./safety-rows.tsx').then((module) => module.SafetyRows));
const SafetySheets = lazyPart(() => import('./safety-sheets.tsx').then((module) => module.SafetySheets));

export interface SafetyMenuProps extends SafetyPerson {
  /** `glass` lies over a picture. */
  variant?: 'plain' | 'filled' | 'glass';
  /** More rows above; each closes the menu itself. */
  children?: ((close: () => void) => ReactNode) | undefined;
}

/** Mute, report and block, behind a three-dot button. */
export function SafetyMenu({ person, target, reportTitle, variant = 'plain', children, onBlocked }: SafetyMenuProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'report' | 'block' | null>(null);
  const { displayName } = person;
  const close = () => setOpen(null);
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
            <ErrorBoundary onFailure={closeMenu}>
              <Suspense fallback={<span className={menuRow} />}>
                <SafetyRows
                  person={person}
                  close={closeMenu}
                  choose={(sheet) => {
                    closeMenu();
                    setOpen(sheet);
                  }}
                />
              </Suspense>
            </ErrorBoundary>
          </>
        )}
      </Popover>
      {open ? (
        <ErrorBoundary onFailure={close}>
          <Suspense fallback={null}>
            <SafetySheets
              person={person}
              target={target}
              reportTitle={reportTitle}
              open={open}
              onClose={close}
              onBlocked={onBlocked}
            />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </>
  );
}
