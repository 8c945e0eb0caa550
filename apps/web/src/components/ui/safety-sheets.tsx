import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../lib/styles.ts';
import { ErrorBoundary } from './error-state.tsx';
import type { ReportTarget } from './report-sheet.tsx';

const ReportSheet = lazyPart(() => import('./report-sheet.tsx').then((module) => module.ReportSheet));
const BlockSheet = lazyPart(() => import('./block-sheet.tsx').then((module) => module.BlockSheet));

export interface SafetyPerson {
  person: { id: string; displayName: string };
  /** What is reported; by default the person. */
  target?: ReportTarget | undefined;
  /** Title of the report; by default the person's name. */
  reportTitle?: ReactNode;
  onBlocked?: (() => void) | undefined;
}

interface SafetySheetsProps extends SafetyPerson {
  open: 'report' | 'block' | null;
  onClose(): void;
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
