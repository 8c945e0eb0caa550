import { useState } from 'react';
import type { CaseKeys, TakedownCase } from '../../features/takedowns/api.ts';
import { CaseSignIn } from '../../features/takedowns/components/case-sign-in.tsx';
import { CaseView } from '../../features/takedowns/components/case-view.tsx';
import { DeskFrame } from './takedown-frame.tsx';

/** A case by number and PIN, which stay in this page's memory. */
export function Route() {
  const [opened, setOpened] = useState<{ keys: CaseKeys; found: TakedownCase } | null>(null);
  return (
    <DeskFrame>
      {opened ? (
        <CaseView
          {...opened}
          onChanged={(found) => setOpened({ ...opened, found })}
          heading={
            <h1 tabIndex={-1} className="num text-[clamp(2rem,9.6vw,2.75rem)] tracking-[-0.04em]">
              {opened.found.caseNumber}
            </h1>
          }
        />
      ) : (
        <CaseSignIn onOpened={(keys, found) => setOpened({ keys, found })} />
      )}
    </DeskFrame>
  );
}
