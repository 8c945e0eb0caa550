import { readCookie, writeCookie } from './device.ts';
import { createStore } from './store.ts';

export const themes = ['dark', 'light', 'auto'] as const;
export type Theme = (typeof themes)[number];

const isTheme = (value: string | null): value is Theme => themes.some((each) => each === value);

/** The chosen theme; dark by default. */
export const themeStore = createStore<Theme>('dark');

export function startTheme(): void {
  const stored = readCookie('theme');
  themeStore.set(isTheme(stored) ? stored : 'dark');
  paintTheme();
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', paintTheme);
}

export function chooseTheme(theme: Theme): void {
  writeCookie('theme', theme);
  themeStore.set(theme);
  paintTheme();
}

function paintTheme(): void {
  const theme = themeStore.get();
  const light = theme === 'light' || (theme === 'auto' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset.theme = light ? 'light' : 'dark';
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', light ? '#FBF6F1' : '#0F0B0B');
}
