import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import { disguiseStore } from '../../../lib/disguise.ts';
import type { DisguiseId } from '../../../lib/disguise-list.ts';
import { useStore } from '../../../lib/store.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { type CodeVerdict, isCode, tryCode } from '../codes.ts';
import { ToolContext } from './tool-frame.tsx';

const loaders: Record<DisguiseId, () => Promise<ComponentType>> = {
  calculator: () => import('./calculator.tsx').then((module) => module.Calculator),
  weather: () => import('./weather.tsx').then((module) => module.Weather),
  timer: () => import('./timer.tsx').then((module) => module.Timer),
  notes: () => import('./notes.tsx').then((module) => module.Notes),
  calendar: () => import('./calendar.tsx').then((module) => module.Calendar),
  music: () => import('./music.tsx').then((module) => module.Music),
  fitness: () => import('./fitness.tsx').then((module) => module.Fitness),
  news: () => import('./news.tsx').then((module) => module.News),
};
const tools = Object.fromEntries(Object.entries(loaders).map(([id, load]) => [id, lazyPart(load)])) as Record<
  DisguiseId,
  ComponentType
>;

/** Loads a disguise ahead, so that it needs no network when it is wanted. */
export const preloadTool = (id: DisguiseId): Promise<unknown> => loaders[id]();

/** The active disguise, and the way back from it. */
export function DisguiseHost({ onReturn }: { onReturn(): void }) {
  const { active, code } = useStore(disguiseStore);
  const [asking, setAsking] = useState(false);
  if (!active) return null;
  const Tool = tools[active.id];
  const submit = async (typed: string) => {
    const verdict = isCode(typed) && code ? await tryCode(typed) : 'wrong';
    if (verdict === 'real') onReturn();
    return verdict;
  };
  const actions = {
    title: active.title,
    onHold: () => setAsking(true),
    onCode: (typed: string) => void (code ? submit(typed) : setAsking(true)),
  };
  return (
    <ToolContext value={actions}>
      <Suspense fallback={<div className="fixed inset-0" style={{ background: active.colour }} />}>
        <Tool />
      </Suspense>
      {asking ? (
        <Prompt hasCode={code !== null} submit={submit} onReturn={onReturn} onClose={() => setAsking(false)} />
      ) : null}
    </ToolContext>
  );
}

interface PromptProps {
  hasCode: boolean;
  submit(typed: string): Promise<CodeVerdict>;
  onReturn(): void;
  onClose(): void;
}

/** Asks for the passcode. The duress code closes it, as if it were the passcode of what is seen. */
function Prompt({ hasCode, submit, onReturn, onClose }: PromptProps) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const send = async () => {
    setBusy(true);
    setProblem('');
    const verdict = await submit(typed);
    setBusy(false);
    if (verdict === 'real' || verdict === 'duress') return onClose();
    setTyped('');
    const seconds = Math.ceil((disguiseStore.get().waitUntil - Date.now()) / 1000);
    setProblem(verdict !== 'wrong' || seconds > 0 ? t`Too many tries. Wait ${seconds} seconds.` : t`Wrong passcode`);
  };
  const button = 'min-h-11 rounded-[8px] px-4 font-semibold';
  return (
    <dialog
      ref={dialog}
      aria-label={t`Passcode`}
      onClose={onClose}
      className="m-auto w-[min(320px,calc(100vw-32px))] rounded-[16px] bg-[#fff] p-5 text-[#1B1D20] backdrop:bg-[#00000080]"
      style={{ fontFamily: 'system-ui, sans-serif', colorScheme: 'light' }}
    >
      {hasCode ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <label className="block font-semibold">
            <Trans>Passcode</Trans>
            <input
              type="password"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className="mt-2 block h-12 w-full rounded-[8px] border border-[#73777D] px-3 text-[18px]"
            />
          </label>
          <p role="alert" className="mt-2 min-h-6 text-[#A8141B] text-sm">
            {problem}
          </p>
          <div className="mt-2 flex justify-end gap-2">
            <button type="button" className={button} onClick={onClose}>
              <Trans>Cancel</Trans>
            </button>
            <button type="submit" disabled={busy} className={`${button} bg-[#1B1D20] text-[#fff]`}>
              <Trans>OK</Trans>
            </button>
          </div>
        </form>
      ) : (
        <div className="flex flex-col gap-2">
          <button type="button" className={`${button} bg-[#1B1D20] text-[#fff]`} onClick={onReturn}>
            <Trans>Show Real App</Trans>
          </button>
          <button type="button" className={button} onClick={onClose}>
            <Trans>Cancel</Trans>
          </button>
        </div>
      )}
    </dialog>
  );
}
