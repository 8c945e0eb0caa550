import { useLingui } from '@lingui/react/macro';
import { Popover } from '../../components/ui/popover.tsx';
import { languageNames, languageStore } from '../../lib/language.ts';
import { useStore } from '../../lib/store.ts';
import { lazyPart } from '../../lib/styles.ts';
import { LazyBoundary } from './lazy-boundary.tsx';

const LanguagePanel = lazyPart(() => import('./language-panel.tsx').then((module) => module.LanguagePanel));

/** EN, AF, ZU, XH. The choice is stored for the next visit. */
export function LanguageMenu() {
  const { t } = useLingui();
  const current = useStore(languageStore);
  const name = languageNames[current];
  return (
    <Popover
      label={t`Language, ${name}`}
      trigger={current.toUpperCase()}
      triggerClassName="press inline-flex h-11 w-12 items-center justify-center rounded-pill text-sm font-semibold hover:bg-surface-2"
      className="w-60"
    >
      {(close) => (
        <LazyBoundary close={close} fallback={<div className="h-60" />}>
          <LanguagePanel close={close} />
        </LazyBoundary>
      )}
    </Popover>
  );
}
