import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { formatNumber } from '../../lib/numbers.ts';
import type { LibraryFile, LibraryUse } from './api.ts';

/** `Photo`, `Video` or `Sound`. */
export function useKindLabel(): (kind: LibraryFile['kind']) => string {
  const { t } = useLingui();
  return (kind) => ({ image: t`Photo`, video: t`Video`, audio: t`Sound` })[kind];
}

/** Names one use of a file, such as "Post: Blue hour". */
export function useUseLabel(): (use: LibraryUse) => string {
  const { t } = useLingui();
  return ({ kind, title, count }) => {
    const name = title ?? '';
    switch (kind) {
      case 'post':
        return t`Post: ${name}`;
      case 'draft':
        return t`Draft: ${name}`;
      case 'bundle':
        return t`Bundle: ${name}`;
      case 'album':
        return t`Album: ${name}`;
      case 'request':
        return t`Delivered: ${name}`;
      case 'message':
        return count === 0
          ? t`Chosen for a message`
          : t`${plural(count, { one: 'Sent in # message', other: 'Sent in # messages' })}`;
      case 'broadcast':
        return t`${plural(count, { one: 'Sent in # broadcast', other: 'Sent in # broadcasts' })}`;
      case 'welcome':
        return t`Your welcome message`;
      case 'reply':
        return t`Your saved replies`;
      case 'photo':
        return t`Your profile`;
    }
  };
}

/** `840 KB`, `3.4 MB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value >= 10 || unit === 0 ? formatNumber(Math.max(1, Math.round(value))) : value.toFixed(1)} ${units[unit]}`;
}
