import { Trans, useLingui } from '@lingui/react/macro';
import { captionLanguageName } from '../../lib/caption-languages.ts';
import { RadioRows } from '../ui/choice.tsx';
import type { ShownCaptions } from './use-captions.ts';

const off = 'off';

/** The languages of captions, and off. */
export function CaptionList({ captions: { languages, language, choose } }: { captions: ShownCaptions }) {
  const { t } = useLingui();
  return (
    <RadioRows
      legend={<Trans>Captions</Trans>}
      hideLegend
      options={[
        { value: off, label: <Trans>Off</Trans> },
        ...languages.map((each) => ({ value: each, label: captionLanguageName(each, t) })),
      ]}
      value={language ?? off}
      onChange={(value) => choose(value === off ? null : value)}
    />
  );
}
