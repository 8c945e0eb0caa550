import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Targets of the footer's links, as collapsible rows. The anchor is inside the row, so that following a link opens it. */
export function HouseRules() {
  return (
    <section className="rules">
      <h2>
        <Trans>House rules</Trans>
      </h2>
      <Rule id="payouts" title={<Trans>Payouts</Trans>}>
        <Trans>
          Creators keep 80% of everything they earn. Money clears after 7 days and, from R500, goes to a bank account in
          the creator's own verified name.
        </Trans>
      </Rule>
      <Rule id="guidelines" title={<Trans>Guidelines</Trans>}>
        <Trans>
          Be respectful. Keep comments constructive. No spam or self-promotion. Everyone shown is an adult who agreed to
          it and may take that back. Celebrate South African creativity.
        </Trans>
      </Rule>
      <Rule id="safety" title={<Trans>Safety</Trans>}>
        <Trans>
          Sharing where you are is your choice, and others only ever see whole kilometres, never fewer than 2. You can
          block, mute, go incognito or disguise the app whenever you like.
        </Trans>
      </Rule>
      <Rule id="report" title={<Trans>Report</Trans>}>
        <Trans>
          Every person, message and post can be reported where you see it, and a moderator reads each report. If you are
          in danger now, call the police on 10111.
        </Trans>
      </Rule>
    </section>
  );
}

function Rule({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <details>
      <summary>
        <h3>{title}</h3>
      </summary>
      <p id={id}>{children}</p>
    </details>
  );
}
