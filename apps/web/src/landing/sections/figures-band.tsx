import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { LandingFigures } from '../fill.ts';
import { DemoMark } from './marks.tsx';

/** Four counts, which the server fills in (fill.ts). */
export function FiguresBand() {
  return (
    <section className="band">
      <h2 className="hidden">
        <Trans>In figures</Trans>
      </h2>
      <DemoMark />
      <dl className="wide">
        <Figure of="creators">
          <Trans>active creators</Trans>
        </Figure>
        <Figure of="members">
          <Trans>community members</Trans>
        </Figure>
        <Figure of="earnings">
          <Trans>creator earnings</Trans>
        </Figure>
        <Figure of="languages">
          <Trans>languages</Trans>
        </Figure>
      </dl>
    </section>
  );
}

function Figure({ of, children }: { of: keyof LandingFigures; children: ReactNode }) {
  return (
    <div>
      <dt>{children}</dt>
      <dd data-figure={of}>…</dd>
    </div>
  );
}
