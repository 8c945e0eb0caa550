import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { sectionLink } from '../../../components/ui/page-title.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { type Answer, queryOf } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { Link } from '../../../lib/router.tsx';
import { keptText, storedLabels } from '../stored-labels.ts';

type Stored = Answer<'storedInformation'>;

/** Kinds of information stored of the member, how much of each, and for how long. */
export function StoredSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({ ...queryOf('storedInformation'), enabled: open, staleTime: 0 });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>What is known about me</Trans>}
      intro={
        <Trans>What is stored now, and for how long. Longer where police or a court order us to keep something.</Trans>
      }
      actions={
        <Link to="/my-data" className={buttonStyle({ variant: 'bone' })}>
          <Trans>A copy of your data</Trans>
        </Link>
      }
    >
      {error && !data ? (
        <ErrorState error={error} heading="h2" onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading label={t`Loading`}>
          <SkeletonRows count={6} />
        </Loading>
      ) : (
        <StoredList data={data} />
      )}
      <p className="mt-5 flex flex-wrap gap-x-5 gap-y-2">
        <Link to="/compliance/personal-information" className={sectionLink}>
          <Trans>Ask, correct or object</Trans>
        </Link>
        <Link to="/legal/:page" params={{ page: 'privacy' }} className={sectionLink}>
          <Trans>Privacy</Trans>
        </Link>
      </p>
    </Sheet>
  );
}

const isEmpty = ({ count, rule }: Stored[number]) => count === 0 || rule?.mode === 'none';

function StoredList({ data }: { data: Stored }) {
  const { i18n } = useLingui();
  const empty = data.filter(isEmpty);
  return (
    <>
      <ul>
        {data
          .filter((each) => !isEmpty(each))
          .map((each) => (
            <StoredRow key={each.kind} stored={each} />
          ))}
      </ul>
      {empty.length > 0 ? (
        <>
          <h3 className="d4 mt-6 mb-1">
            <Trans>Nothing is stored of these</Trans>
          </h3>
          <p className="text-muted text-sm">{empty.map(({ kind }) => i18n._(storedLabels[kind])).join('. ')}.</p>
        </>
      ) : null}
    </>
  );
}

function StoredRow({ stored: { kind, count, isMore, rule } }: { stored: Stored[number] }) {
  const { t, i18n } = useLingui();
  const days = rule?.days ?? 0;
  const years = Math.floor(days / 365);
  const time =
    days < 365
      ? t`${plural(days, { one: '# day', other: '# days' })}`
      : t`${plural(years, { one: '# year', other: '# years' })}`;
  const shown = count === null ? null : formatNumber(count);
  return (
    <li className="flex items-baseline gap-4 border-line border-t py-3 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{i18n._(storedLabels[kind])}</p>
        <p className="mt-0.5 text-muted text-sm">{i18n._(keptText(kind, rule, time))}</p>
      </div>
      {shown === null ? null : <p className="num shrink-0 text-lg">{isMore ? <Trans>over {shown}</Trans> : shown}</p>}
    </li>
  );
}
