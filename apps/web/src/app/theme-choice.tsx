import { useLingui } from '@lingui/react/macro';
import { Segment } from '../components/ui/choice.tsx';
import { useStore } from '../lib/store.ts';
import { chooseTheme, type Theme, themeStore } from '../lib/theme.ts';

/** Dark, light, or as the device is. */
export function ThemeChoice() {
  const { t } = useLingui();
  const theme = useStore(themeStore);
  const options: { value: Theme; label: string }[] = [
    { value: 'dark', label: t`Dark` },
    { value: 'light', label: t`Light` },
    { value: 'auto', label: t`Auto` },
  ];
  return <Segment label={t`Appearance`} options={options} value={theme} onChange={chooseTheme} />;
}
