import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { useEffect } from 'react';
import { type DataBytes, type DataKind, dataKinds, dataUseStore, saveDataUse, totalOf } from '../../../lib/data-use.ts';
import { formatNumber } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';

const megabyte = 1_000_000;
const refreshMs = 2_000;

/** Megabytes of a network's bundle; one decimal up to ten. */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / megabyte;
  return megabytes < 9.95 ? megabytes.toFixed(1) : formatNumber(megabytes);
}

const colours: Record<DataKind, string> = {
  videos: 'bg-chart-1',
  sound: 'bg-chart-quiet',
  lives: 'bg-chart-2',
  pictures: 'bg-chart-3',
  calls: 'bg-chart-4',
  app: 'bg-chart-5',
  messages: 'bg-faint',
};

/** What this device loaded and sent: the month, this visit, and by kind. */
export function DataUse() {
  const { t } = useLingui();
  const { month, thisMonth, thisVisit } = useStore(dataUseStore);
  const language = useStore(languageStore);
  useEffect(() => {
    saveDataUse();
    const timer = setInterval(saveDataUse, refreshMs);
    return () => clearInterval(timer);
  }, []);
  const names: Record<DataKind, string> = {
    videos: t`Videos`,
    sound: t`Sound`,
    lives: t`Live shows`,
    pictures: t`Pictures`,
    calls: t({ message: 'Calls', comment: 'Kind of data: video calls' }),
    app: t`The app itself`,
    messages: t`Messages`,
  };
  const visit = formatMegabytes(totalOf(thisVisit));
  const name = month
    ? new Date(`${month}-15T12:00:00+02:00`).toLocaleDateString(language === 'af' ? 'af' : 'en-ZA', { month: 'long' })
    : '';
  const rows = dataKinds.toSorted((one, other) => thisMonth[other] - thisMonth[one]);
  return (
    <section aria-label={t`Data used`}>
      <p className="text-muted text-sm">
        <Trans>{name} so far</Trans>
      </p>
      <p className="mt-1 flex items-baseline gap-2 font-bold tabular-nums">
        <span className="font-display text-[80px] leading-none tracking-tight">
          {formatMegabytes(totalOf(thisMonth))}
        </span>
        <span className="text-xl">MB</span>
      </p>
      <p className="mt-3 text-right text-muted text-sm tabular-nums">
        <Trans>{visit} MB this visit</Trans>
      </p>
      <Parts bytes={thisMonth} rows={rows} />
      <dl className="mt-2">
        {rows.map((kind) => (
          <div
            key={kind}
            className="flex min-h-11.5 items-center justify-between gap-4 border-line border-t first:border-t-0"
          >
            <dt className="flex items-center gap-3">
              <span aria-hidden className={clsx('size-3 rounded-[3px]', colours[kind])} />
              {names[kind]}
            </dt>
            <dd className="text-muted tabular-nums">
              <b className="text-ink">{formatMegabytes(thisMonth[kind])}</b> MB
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Parts({ bytes, rows }: { bytes: DataBytes; rows: readonly DataKind[] }) {
  return (
    <div aria-hidden className="mt-4 flex h-3.5 gap-[3px] overflow-hidden rounded-[4px] bg-surface-2">
      {rows
        .filter((kind) => bytes[kind] > 0)
        .map((kind) => (
          <span key={kind} className={clsx('min-w-1 rounded-[4px]', colours[kind])} style={{ flexGrow: bytes[kind] }} />
        ))}
    </div>
  );
}
