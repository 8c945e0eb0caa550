import { clsx } from 'clsx';

type Choices = Record<string, Record<string, string>>;
type Chosen<C extends Choices> = {
  [K in keyof C]?: (C[K] extends { true: string } ? boolean : keyof C[K]) | undefined;
};

/** Classes by named choices: `variants('base', { size: { sm: '…', md: '…' } }, { size: 'md' })({ size: 'sm' })`. */
export function variants<C extends Choices>(base: string, choices: C, defaults: Chosen<C>) {
  return (chosen: Chosen<C> & { className?: string | undefined } = {}): string =>
    clsx(
      base,
      Object.keys(choices).map((name) => choices[name]?.[String(chosen[name] ?? defaults[name])]),
      chosen.className,
    );
}
