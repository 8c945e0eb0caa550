import { Trans } from '@lingui/react/macro';

export function Invitation() {
  return (
    <section className="invitation">
      <h2>
        <Trans>Your first flame is free.</Trans>
      </h2>
      <p>
        <Trans>Two steps, about two minutes. No card.</Trans>
      </p>
      <a className="btn large ember" href="/signup">
        <Trans>Get Started</Trans>
      </a>
    </section>
  );
}
