import { useLingui } from '@lingui/react/macro';
import Delete from 'lucide-react/icons/delete';
import { useEffect, useEffectEvent, useState } from 'react';
import { emptyCalculation, type Key, pressKey, readable } from './calculation.ts';
import { ToolPage, useHold, useTool } from './tool-frame.tsx';

const keys: readonly Key[] = '7 8 9 × 4 5 6 − 1 2 3 + 0 . ⌫ ='.split(' ') as Key[];
const byKeyboard: Readonly<Record<string, Key>> = {
  '*': '×',
  '/': '÷',
  '-': '−',
  ',': '.',
  Enter: '=',
  Backspace: '⌫',
  Escape: 'C',
  c: 'C',
};
const known: ReadonlySet<string> = new Set(['C', '±', '%', '÷', ...keys]);

/** A calculator with four operations. The way back: type the code and hold the equals key. */
export function Calculator() {
  const { t } = useLingui();
  const { title, onHold, onCode } = useTool();
  const [state, setState] = useState(emptyCalculation);
  const press = (key: Key) => setState((before) => pressKey(before, key));
  const holdEquals = useHold(
    () => (/^\d{4,}$/.test(state.entry) ? onCode(state.entry) : onHold()),
    () => press('='),
  );
  const typeKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const isOnButton = target instanceof Element && target.closest('button, dialog');
    if (event.ctrlKey || event.metaKey || event.altKey || (isOnButton && event.key === 'Enter')) return;
    if (document.querySelector('dialog[open]')) return;
    const key = byKeyboard[event.key] ?? event.key;
    if (known.has(key)) press(key as Key);
  });
  useEffect(() => {
    window.addEventListener('keydown', typeKey);
    return () => window.removeEventListener('keydown', typeKey);
  }, []);
  const names: Partial<Record<Key, string>> = {
    C: t`Clear`,
    '±': t`Change sign`,
    '%': t`Percent`,
    '÷': t`Divide`,
    '×': t`Multiply`,
    '−': t`Minus`,
    '+': t`Plus`,
    '=': t`Equals`,
    '.': t`Point`,
    '⌫': t`Delete`,
  };
  const button = (key: Key) => (
    <button
      key={key}
      type="button"
      aria-label={names[key]}
      className="grid min-h-14 select-none touch-manipulation place-items-center rounded-[20px] text-[26px] active:brightness-125"
      style={{ background: backgroundOf(key), color: key === '=' ? '#0B0D12' : '#F3F4F6' }}
      {...(key === '=' ? holdEquals : { onClick: () => press(key) })}
    >
      {key === '⌫' ? <Delete size={20} aria-hidden /> : key}
    </button>
  );
  return (
    <ToolPage style={{ background: '#101216', color: '#F3F4F6' }}>
      <div className="mx-auto flex min-h-dvh max-w-[420px] flex-col p-4 pb-7">
        <h1 className="sr-only">{title}</h1>
        <div className="flex min-h-32 flex-1 flex-col justify-end pb-5 text-right tabular-nums">
          <p className="min-h-7 text-[#A2A5AB] text-[18px]">{state.line}</p>
          <output className="block wrap-anywhere text-[clamp(32px,15vw,68px)] leading-tight font-light">
            {readable(state.entry)}
          </output>
        </div>
        <div className="grid auto-rows-[minmax(56px,76px)] grid-cols-4 gap-3">
          {(['C', '±', '%', '÷'] as const).map(button)}
          {keys.map(button)}
        </div>
      </div>
    </ToolPage>
  );
}

function backgroundOf(key: Key): string {
  if (key === '=') return '#5C7CFF';
  if ('÷×−+'.includes(key)) return '#33405E';
  return 'C±%'.includes(key) ? '#3C3E44' : '#26282C';
}
