import type { ReactNode } from 'react';

/** The root of the page; set by `main.tsx`. */
export const page: { render?(screen: ReactNode): void } = {};
