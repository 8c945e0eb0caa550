import { Trans } from '@lingui/react/macro';

export function Benefits() {
  return (
    <section className="wide">
      <h2 className="hidden">
        <Trans>Why here</Trans>
      </h2>
      <div className="benefits">
        <div>
          <h3>
            <Trans>Support local creators</Trans>
          </h3>
          <p>
            <Trans>Subscriptions, tips and unlocks go to people who live here, paid out in rand.</Trans>
          </p>
        </div>
        <div>
          <h3>
            <Trans>Data-efficient for mobile</Trans>
          </h3>
          <p>
            <Trans>Built for prepaid. A portrait weighs three kilobytes and nothing plays until you say so.</Trans>
          </p>
        </div>
        <div>
          <h3>
            <Trans>Your language</Trans>
          </h3>
          <p>
            <Trans>English, Afrikaans, isiZulu and more. Switch any time, mid-chat if you want.</Trans>
          </p>
        </div>
      </div>
    </section>
  );
}
