import { Suspense, useState } from 'react';
import { ErrorBoundary } from '../../../../components/ui/error-state.tsx';
import { lazyPart } from '../../../../lib/styles.ts';
import type { SecuritySheet } from './sheet-kinds.ts';

const Sheets = lazyPart(() => import('./sheets.tsx').then((module) => module.SecuritySheets));

/** The sheet, loaded with the first one; it keeps its content while it slides out. */
export function LazySecuritySheet({ sheet, onClose }: { sheet: SecuritySheet | null; onClose(): void }) {
  const [shown, setShown] = useState(sheet);
  if (sheet && sheet !== shown) setShown(sheet);
  if (!shown) return null;
  return (
    <ErrorBoundary onFailure={onClose}>
      <Suspense fallback={null}>
        <Sheets sheet={shown} open={sheet !== null} onClose={onClose} />
      </Suspense>
    </ErrorBoundary>
  );
}
