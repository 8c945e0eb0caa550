import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type DataUse, dataUseStore, totalOf } from './data-use.ts';
import { readLocal, writeLocal } from './device.ts';
import { createStore } from './store.ts';
import { toast } from './toast.ts';

/** Megabytes a month after which the member is told, once. */
export const limitMegabytes = 500;
const key = 'dataLimit';

interface DataLimit {
  isOn: boolean;
  /** Month in which the member was told last, YYYY-MM. */
  toldIn: string;
}

function read(): DataLimit {
  try {
    const { isOn, toldIn } = JSON.parse(readLocal(key) ?? '{}') ?? {};
    return { isOn: isOn === true, toldIn: typeof toldIn === 'string' ? toldIn : '' };
  } catch {
    return { isOn: false, toldIn: '' };
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

/** Tells the member when the month passes the limit: in one tab, and never over a disguise. */
function tellOnce(): void {
  const use = dataUseStore.get();
  const { isOn, toldIn } = read();
  if (!isOn || toldIn === use.month || percentOf(use) < 100 || 'cover' in document.documentElement.dataset) return;
  changeDataLimit({ toldIn: use.month });
  toast({ tone: 'info', title: i18n._(msg`${limitMegabytes} MB used this month`) });
}

export function watchDataLimit(): void {
  tellOnce();
  dataUseStore.subscribe(tellOnce);
}
