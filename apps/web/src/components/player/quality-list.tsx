import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { StreamView } from './api.ts';
import { formatMegabytes, labelOf } from './labels.ts';
import { saver } from './use-player.ts';

interface QualityListProps {
  qualities: StreamView['qualities'];
  /** Null lets the connection decide. */
  value: string | null;
  /** The quality that plays; empty before. */
  playing: string;
  onChange(name: string | null): void;
}

/** The qualities, best first, with what each costs a minute. */
export function QualityList({ qualities, value, playing, onChange }: QualityListProps) {
  const { t } = useLingui();
  const now = qualities.find(({ name }) => name === playing);
  const row = (name: string | null, label: ReactNode, note: ReactNode, megabytes: number | undefined) => (
    <label
      key={name ?? 'auto'}
      className="press flex min-h-13 items-center gap-3.5 border-line border-t first-of-type:border-t-0 has-focus-visible:outline-2 has-focus-visible:outline-(--focus)"
    >
      <input
        type="radio"
        name="quality"
        checked={value === name}
        onChange={() => onChange(name)}
        className="size-6 shrink-0 appearance-none rounded-pill inset-ring-2 inset-ring-control checked:inset-ring-7 checked:inset-ring-ink"
      />
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{label}</span> <span className="text-muted text-sm">{note}</span>
      </span>
      {megabytes === undefined ? null : (
        <span className="whitespace-nowrap text-muted text-sm">
          <Trans>
            <span className="num font-semibold text-base text-ink">{formatMegabytes(megabytes)}</span> MB a minute
          </Trans>
        </span>
      )}
    </label>
  );
  const playingLabel = now ? labelOf(now) : '';
  return (
    <fieldset aria-label={t`Quality`} className="min-w-0">
      {row(
        null,
        <Trans>Auto</Trans>,
        value === null && now ? <Trans>{playingLabel} now</Trans> : null,
        value === null ? now?.megabytesPerMinute : undefined,
      )}
      {qualities
        .toReversed()
        .map((quality) =>
          row(
            quality.name,
            quality.name === saver ? <Trans>Data saver</Trans> : labelOf(quality),
            quality.name === saver ? labelOf(quality) : null,
            quality.megabytesPerMinute,
          ),
        )}
    </fieldset>
  );
}
