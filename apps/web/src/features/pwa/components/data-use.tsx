import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Leaf from 'lucide-react/icons/leaf';
import { useEffect } from 'react';
import { type DataBytes, type DataKind, dataKinds, dataUseStore, saveDataUse, totalOf } from '../../../lib/data-use.ts';
import { formatNumber } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';

const megabyte = 1_000_000;
const refreshMs = 2_000;
/** Less is written as 0.0 MB. */
const shownFrom = 50_000;

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
  const { saved } = thisMonth;
  const savedText = formatMegabytes(saved);
  const sorted = dataKinds.toSorted((one, other) => thisMonth[other] - thisMonth[one]);
  const rows = sorted.filter((kind) => thisMonth[kind] >= shownFrom);
  const empty = sorted.filter((kind) => thisMonth[kind] < shownFrom).map((kind) => names[kind]);
  const emptyText = new Intl.ListFormat(language, { type: 'conjunction' }).format(empty);
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
      <p className="mt-3 flex flex-wrap justify-between gap-x-4 text-muted text-sm tabular-nums">
        {saved >= shownFrom ? (
          <span className="flex items-center gap-1.5 font-semibold text-online">
            <Leaf size={18} aria-hidden />
            <Trans>{savedText} MB saved: this device had it</Trans>
          </span>
        ) : null}
        <span className="ml-auto">
          <Trans>{visit} MB this visit</Trans>
        </span>
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
      {rows.length === 0 ? (
        <p className="mt-2 text-muted text-sm">
          <Trans>Next to nothing yet. Each kind of data is listed here once it has cost you something.</Trans>
        </p>
      ) : empty.length > 0 ? (
        <p className="border-line border-t pt-3 text-faint text-meta">
          <Trans>Nothing yet: {emptyText}</Trans>
        </p>
      ) : null}
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
