import { Trans, useLingui } from '@lingui/react/macro';
import type { TakedownClass } from '@vlam/contract/rules/takedowns';
import type { Answer } from '../../../lib/api.ts';
import { kindLabels } from '../labels.ts';

/** What it is about, each with the time a person takes at most. */
export function KindChoice({
  classes,
  value,
  onChange,
}: {
  classes: Answer<'takedownClasses'>;
  value: TakedownClass;
  onChange(value: TakedownClass): void;
}) {
  const { i18n } = useLingui();
  return (
    <fieldset>
      <legend className="sr-only">
        <Trans>What it is about</Trans>
      </legend>
      {classes.map(({ class: id, hidesAtOnce, hours, businessDays }) => (
        <label
          key={id}
          className="flex min-h-16 items-center gap-3.5 border-line border-t py-2 first-of-type:border-t-0"
        >
          <input
            type="radio"
            name="class"
            value={id}
            checked={id === value}
            onChange={() => onChange(id)}
            className="size-6 shrink-0 appearance-none rounded-pill inset-ring-2 inset-ring-control checked:inset-ring-7 checked:inset-ring-ink"
          />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold text-button leading-tight">{i18n._(kindLabels[id])}</span>
            {hidesAtOnce ? (
              <span className="block text-meta text-online">
                <Trans>hidden at once</Trans>
              </span>
            ) : null}
          </span>
          <span className="num shrink-0 text-[1.0625rem]">
            {hours === null ? <Trans>{businessDays} days</Trans> : <Trans>{hours} h</Trans>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
