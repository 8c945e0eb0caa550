import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type DataUse, dataUseStore, totalOf } from './data-use.ts';
import { readLocal, writeLocal } from './device.ts';
import { createStore } from './store.ts';
import { toast } from './toast.ts';

/** Megabytes a month after which the member is notified, once. */
export const limitMegabytes = 500;
const key = 'dataLimit';

interface DataLimit {
  isOn: boolean;
  /** Month in which the member was notified last, YYYY-MM. */
  notifiedIn: string;
}

function read(): DataLimit {
  try {
    const { isOn, notifiedIn } = JSON.parse(readLocal(key) ?? '{}') ?? {};
    return { isOn: isOn === true, notifiedIn: typeof notifiedIn === 'string' ? notifiedIn : '' };
  } catch {
    return { isOn: false, notifiedIn: '' };
  }
}

export const dataLimitStore = createStore<DataLimit>(read());

export function changeDataLimit(change: Partial<DataLimit>): void {
  const next = { ...read(), ...change };
  writeLocal(key, JSON.stringify(next));
  dataLimitStore.set(next);
}

/** Used part of the limit in whole percent. */
export const percentOf = ({ thisMonth }: DataUse): number => Math.floor(totalOf(thisMonth) / (limitMegabytes * 10_000));

/** Notifies the member when the month passes the limit: in one tab, and never over a disguise. */
function notifyOnce(): void {
  const use = dataUseStore.get();
  const { isOn, notifiedIn } = read();
  if (!isOn || notifiedIn === use.month || percentOf(use) < 100 || 'cover' in document.documentElement.dataset) return;
  changeDataLimit({ notifiedIn: use.month });
  toast({ tone: 'info', title: i18n._(msg`${limitMegabytes} MB used this month`) });
}

export function watchDataLimit(): void {
  notifyOnce();
  dataUseStore.subscribe(notifyOnce);
}
