import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { OpenedTakedown } from '../api.ts';
import { useWhen } from '../labels.ts';

const kinds: Record<OpenedTakedown['events'][number]['kind'], MessageDescriptor> = {
  received: msg`Received`,
  searched: msg`Searched for what matches`,
  message: msg`Message`,
  hidden: msg`Hidden`,
  restored: msg`Shown again`,
  removed: msg`Taken down`,
  refused: msg`Not upheld`,
  appealed: msg`Appeal`,
  frozen: msg`Account and payouts frozen`,
  released: msg`Account and payouts released`,
};

/** What happened in a case, and what uploaders answered. */
export function TakedownHistory({ found }: { found: OpenedTakedown }) {
  const { i18n, t } = useLingui();
  const when = useWhen();
  const rows = [
    ...found.events.map((event) => ({ ...event, label: i18n._(kinds[event.kind]) })),
    ...found.answers.map((answer) => ({ ...answer, by: null, kind: 'answer', label: t`Answer of an uploader` })),
  ].toSorted((one, other) => (one.at < other.at ? -1 : 1));
  return (
    <>
      <h2 className="d4 mt-8">
        <Trans>What happened</Trans>
      </h2>
      <ol className="mt-2">
        {rows.map(({ kind, label, text, at, by }) => (
          <li key={`${at} ${kind}`} className="border-line border-t py-3 first:border-t-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-semibold">{label}</span>
              <span className="text-faint text-meta tabular-nums">{when(at)}</span>
            </div>
            {by === null && (kind === 'hidden' || kind === 'searched' || kind === 'frozen') ? (
              <p className="text-faint text-meta">
                <Trans>by the machine</Trans>
              </p>
            ) : by ? (
              <p className="text-faint text-meta">{by}</p>
            ) : null}
            {text ? <p className="mt-1 whitespace-pre-line wrap-anywhere text-muted">{text}</p> : null}
          </li>
        ))}
      </ol>
    </>
  );
}
