import { useLingui } from '@lingui/react/macro';
import { lightsOf } from '@vlam/contract/rules/fingerprints';

const side = 16;

/** A fingerprint as 256 lights. */
export function Lights({ print, className }: { print: string; className?: string }) {
  const { t } = useLingui();
  return (
    <svg viewBox="0 0 160 160" role="img" aria-label={t`Fingerprint of the picture, 256 lights`} className={className}>
      {lightsOf(print).map((on, index) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: a light is its place.
          key={index}
          cx={(index % side) * 10 + 5}
          cy={Math.floor(index / side) * 10 + 5}
          r={on ? 4.1 : 2}
          className={on ? 'fill-ink' : 'fill-surface-4'}
        />
      ))}
    </svg>
  );
}
