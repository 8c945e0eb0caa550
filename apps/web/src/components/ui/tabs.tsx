import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export interface TabItem<Value extends string> {
  value: Value;
  label: ReactNode;
  count?: ReactNode;
}

export interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly TabItem<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Panel of the selected tab. */
  children: ReactNode;
  className?: string;
}

/** Tabs by the ARIA pattern: arrows, Home and End select; Tab moves to the panel. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children, className }: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    const target = steps[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const index = (target + tabs.length) % tabs.length;
    const next = tabs[index];
    if (!next) return;
    onChange(next.value);
    const button = list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index];
    button?.focus();
    button?.scrollIntoView({ block: 'nearest', inline: 'center' });
  };
  return (
    <div data-slot="tabs" className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="bleed no-scrollbar flex gap-6 overflow-x-auto border-line border-b"
      >
        {tabs.map((tab) => {
          const open = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={open}
              aria-controls={`${id}-panel`}
              tabIndex={open ? 0 : -1}
              onClick={(event) => {
                onChange(tab.value);
                // A tab that was partly hidden on a phone.
                event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' });
              }}
              className={clsx(
                'relative flex h-12 min-w-11 shrink-0 items-center justify-center gap-1.5 whitespace-nowrap font-semibold text-button',
                'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:origin-center after:bg-ember-line after:transition-[scale] after:duration-(--dur-2) -outline-offset-2',
                open ? 'text-ink after:scale-x-100' : 'text-faint after:scale-x-0 hover:text-ink',
              )}
            >
              {tab.label}
              {tab.count === undefined ? null : <span className="text-faint tabular-nums">{tab.count}</span>}
            </button>
          );
        })}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the ARIA pattern puts the panel in the tab order. */}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}
