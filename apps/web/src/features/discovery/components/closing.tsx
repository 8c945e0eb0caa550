import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from '../../../lib/router.tsx';

const ember =
  'press mt-5 inline-flex min-h-14 w-full shrink-0 items-center justify-center rounded-pill bg-on-ember px-7 font-semibold text-[#faf3ee] text-lead sm:w-auto lg:mt-0';

/** The end of the page: sign-up for visitors, suggestions for members. */
export function Closing({ visitor = false }: { visitor?: boolean }) {
  return visitor ? (
    <ClosingBlock
      title={<Trans>Somebody near you is awake.</Trans>}
      text={<Trans>Stay anonymous for as long as you like. Joining is free.</Trans>}
    >
      <a href="/signup" className={ember}>
        <Trans>Join free</Trans>
      </a>
    </ClosingBlock>
  ) : (
    <ClosingBlock
      title={<Trans>Somebody near you is awake.</Trans>}
      text={
        <Trans>
          Say what you are in the mood for. It is visible for 24 hours, and you can take it down at any time.
        </Trans>
      }
    >
      <Link to="/create-interest" className={ember}>
        <Trans>Post Your Interest</Trans>
      </Link>
    </ClosingBlock>
  );
}

function ClosingBlock({ title, text, children }: { title: ReactNode; text: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-11 rounded-sheet bg-ember px-6 pt-8 pb-6 text-on-ember lg:mt-14 lg:flex lg:items-center lg:justify-between lg:gap-8 lg:p-12">
      <div>
        <h2 className="d2">{title}</h2>
        <p className="mt-3 max-w-[420px]">{text}</p>
      </div>
      {children}
    </section>
  );
}
