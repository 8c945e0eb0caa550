import { type CSSProperties, createContext, type ReactNode, useContext, useEffect, useRef } from 'react';

export interface ToolActions {
  title: string;
  /** Opens the way back. */
  onHold(): void;
  /** A code typed in the tool itself; nothing shows whether it was right. */
  onCode(code: string): void;
}
export const ToolContext = createContext<ToolActions>({ title: '', onHold() {}, onCode() {} });
export const useTool = (): ToolActions => useContext(ToolContext);

/** How long the title is held, in milliseconds. */
export const holdMs = 1_200;

/** Handlers of something that acts when it is held, by finger, mouse or key; `press` acts when it is only pressed. */
export function useHold(act: () => void, press?: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const start = () => {
    clearTimeout(timer.current);
    held.current = false;
    timer.current = setTimeout(() => {
      held.current = true;
      act();
    }, holdMs);
  };
  const stop = () => clearTimeout(timer.current);
  return {
    onPointerDown: start,
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
    onKeyDown: (event: { key: string; repeat: boolean }) => {
      if ((event.key === 'Enter' || event.key === ' ') && !event.repeat) start();
    },
    onKeyUp: stop,
    onClick: () => {
      if (!held.current) press?.();
    },
  };
}

/** The title of a tool; held, it opens the way back. */
export function ToolTitle({ className = '' }: { className?: string }) {
  const { title, onHold } = useTool();
  return (
    <h1 className={className}>
      <button type="button" className="select-none touch-manipulation text-left" {...useHold(onHold)}>
        {title}
      </button>
    </h1>
  );
}

/** The whole page of a tool, in the device's own font. */
export function ToolPage({ style, children }: { style: CSSProperties; children: ReactNode }) {
  return (
    <main
      data-slot="tool"
      className="min-h-dvh w-full pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] text-base [&_:is(h1,h2,h3)]:tracking-normal [&_:is(h1,h2,h3)]:[font-family:inherit]"
      style={{ fontFamily: 'system-ui, sans-serif', colorScheme: 'dark', ...style }}
    >
      {children}
    </main>
  );
}
