import { type ReactNode, Suspense, useState } from 'react';
import { BulkBar } from '../../../components/staff-lists/bulk-bar.tsx';
import type { BulkSheetProps } from '../../../components/staff-lists/bulk-sheet.tsx';
import type { Choosing } from '../../../components/staff-lists/choose-buttons.tsx';
import { useBulkRun } from '../../../components/staff-lists/use-bulk-run.tsx';
import { Button } from '../../../components/ui/button.tsx';

export interface BulkProps<Chosen extends { id: string }> {
  choosing: Choosing<Chosen>;
  isExporting: boolean;
  onExport(): void;
}

interface SheetProps<Decision, Body> extends Pick<BulkSheetProps, 'rows' | 'busy' | 'onClose'> {
  decision: Decision;
  onConfirm(body: Body): void;
}

interface Bulk<Decision, Body> {
  /** Names the bar, such as "Chosen items". */
  label: string;
  rows: readonly (BulkSheetProps['rows'][number] & { name: string })[];
  /** The buttons of the bar, in their order. */
  choices: readonly { decision: Decision; text: ReactNode }[];
  calls: Parameters<typeof useBulkRun<Body>>[0];
  /** The sheet that asks for the reason of a decision. */
  sheet(props: SheetProps<Decision, Body>): ReactNode;
}

/** A decision about the chosen rows of a queue: what the last one did, and the bar with its sheet. */
export function useBulk<Chosen extends { id: string }, Decision extends string, Body>(
  { choosing, isExporting, onExport }: BulkProps<Chosen>,
  { label, rows, choices, calls, sheet }: Bulk<Decision, Body>,
): [ReactNode, ReactNode] {
  const [asked, setAsked] = useState<Decision | null>(null);
  const { run, isRunning, notice } = useBulkRun<Body>(calls);
  const close = () => setAsked(null);
  const finish = () => {
    close();
    choosing.stop();
  };
  return [
    notice,
    <>
      {rows.length > 0 ? (
        <BulkBar
          label={label}
          count={rows.length}
          exporting={isExporting}
          onExport={onExport}
          onClear={choosing.chosen.clear}
        >
          {choices.map(({ decision, text }, index) => (
            <Button
              key={decision}
              size="sm"
              {...(index === 0 ? { variant: 'bone' } : {})}
              onClick={() => setAsked(decision)}
              aria-haspopup="dialog"
            >
              {text}
            </Button>
          ))}
        </BulkBar>
      ) : null}
      {asked ? (
        <Suspense fallback={null}>
          {sheet({
            decision: asked,
            rows,
            busy: isRunning,
            onClose: close,
            onConfirm: (body) => run(body, new Map(rows.map(({ id, name }) => [id, name])), finish),
          })}
        </Suspense>
      ) : null}
    </>,
  ];
}
