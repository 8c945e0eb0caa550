import { Trans, useLingui } from '@lingui/react/macro';
import { messagePricePresets } from '@vlam/contract/rules/messaging';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { earnedRand } from '../../../lib/credit-value.ts';
import { useCreatorShare } from '../../../lib/share.ts';

export type PresetId = (typeof messagePricePresets)['photo' | 'video'][number]['id'];

interface PresetRowsProps {
  kind: 'photo' | 'video';
  chosen: PresetId | null;
  onChoose(id: PresetId): void;
}

/** Preset prices for photos or a video, in credits and rand. */
export function PresetRows({ kind, chosen, onChoose }: PresetRowsProps) {
  const labels = usePresetLabels();
  const share = useCreatorShare()();
  return (
    <fieldset className="mt-3">
      <legend className="sr-only">
        <Trans>Price</Trans>
      </legend>
      {messagePricePresets[kind].map(({ id, credits }) => (
        <label
          key={id}
          className="flex min-h-17 items-center gap-3.5 border-line border-t py-2 first-of-type:border-t-0"
        >
          <input
            type="radio"
            name="preset"
            checked={chosen === id}
            onChange={() => onChoose(id)}
            className="size-6 shrink-0 appearance-none rounded-pill inset-ring-2 inset-ring-control checked:inset-ring-7 checked:inset-ring-ink"
          />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{labels[id].name}</span>
            <span className="block text-faint text-meta">{labels[id].text}</span>
          </span>
          <span className="text-right">
            <span className="num flex items-center justify-end gap-1.5 text-[1.125rem] text-gold">
              <CreditToken />
              {credits}
              <span className="sr-only">
                {' '}
                <Trans>credits</Trans>
              </span>
            </span>
            <span className="mt-1 block text-faint text-micro tabular-nums">
              {share ? (
                <Trans comment="Rand of a price, to its creator">{earnedRand(share.of(credits))} for you</Trans>
              ) : null}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function usePresetLabels(): Record<PresetId, { name: string; text: string }> {
  const { t } = useLingui();
  return {
    single: { name: t`Single photo`, text: t`One photo` },
    'bundle-5': { name: t`Bundle of 5`, text: t`20 each` },
    'bundle-10': { name: t`Bundle of 10`, text: t`18 each` },
    short: { name: t`Short video`, text: t`Under 30 seconds` },
    medium: { name: t`Medium video`, text: t`30 seconds to 2 minutes` },
    long: { name: t`Long video`, text: t`Over 2 minutes` },
  };
}
