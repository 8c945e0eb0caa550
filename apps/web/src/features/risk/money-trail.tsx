import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { RiskCaseDetail } from '@vlam/contract/risk';
import type { ReactNode } from 'react';
import { Tag } from '../../components/ui/tag.tsx';
import { formatDate, formatNumber, formatRand } from '../../lib/format.ts';
import { languageStore } from '../../lib/language.ts';
import { Link } from '../../lib/router.tsx';
import { useStore } from '../../lib/store.ts';
import { banLabels } from './labels.ts';

/** Where the money came from and went, and which accounts belong together. */
export function MoneyTrail({ found }: { found: RiskCaseDetail }) {
  const language = useStore(languageStore);
  return (
    <>
      <Part title={<Trans>Who paid, last 30 days</Trans>} isEmpty={found.payers.length === 0}>
        {found.payers.map((payer) => (
          <PersonRow key={payer.accountId} person={payer} aside={<Paid credits={payer.credits} cents={payer.cents} />}>
            {payer.sharesDevice ? (
              <Tag tone="warning">
                <Trans>shared device</Trans>
              </Tag>
            ) : null}
            {payer.chargedBack > 0 ? (
              <Tag tone="danger">
                <Plural value={payer.chargedBack} one="# charged back" other="# charged back" />
              </Tag>
            ) : null}
            <span className="text-faint text-meta">
              <Plural value={payer.sales} one="# sale" other="# sales" />
              {payer.createdAt ? (
                <>
                  {', '}
                  <Trans>member since {formatDate(payer.createdAt, language)}</Trans>
                </>
              ) : null}
            </span>
          </PersonRow>
        ))}
      </Part>
      <Part title={<Trans>Payouts</Trans>} isEmpty={found.payouts.length === 0}>
        {found.payouts.map((payout) => (
          <li
            key={payout.id}
            className="flex min-h-14 items-center justify-between gap-4 border-line border-t py-2.5 first:border-t-0"
          >
            <span className="num text-[1.125rem]">{formatRand(payout.amountCents / 100)}</span>
            <span className="text-right text-muted text-sm">
              <PayoutState status={payout.status} />
              <span className="block text-faint text-meta">{formatDate(payout.requestedAt, language)}</span>
            </span>
          </li>
        ))}
      </Part>
      <Related found={found} />
    </>
  );
}

function Related({ found }: { found: RiskCaseDetail }) {
  const { i18n } = useLingui();
  return (
    <Part title={<Trans>Accounts that belong together</Trans>} isEmpty={found.related.length === 0}>
      {found.related.map((each) => (
        <PersonRow key={each.accountId} person={each}>
          {each.via.map((via) => (
            <Tag key={via}>{i18n._(banLabels[via])}</Tag>
          ))}
        </PersonRow>
      ))}
    </Part>
  );
}

function Part({ title, isEmpty, children }: { title: ReactNode; isEmpty: boolean; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="d4">{title}</h2>
      {isEmpty ? (
        <p className="mt-2 text-muted text-sm">
          <Trans>None</Trans>
        </p>
      ) : (
        <ul className="mt-2">{children}</ul>
      )}
    </section>
  );
}

type Person = Pick<RiskCaseDetail['related'][number], 'accountId' | 'name' | 'isSuspended'>;

function PersonRow({ person, aside, children }: { person: Person; aside?: ReactNode; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <li className="flex min-h-16 items-center gap-4 border-line border-t py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">
          {person.name === null ? (
            t`Account closed`
          ) : (
            <Link to="/admin/users/:id" params={{ id: person.accountId }} className="hover:underline">
              {person.name}
            </Link>
          )}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          {person.isSuspended ? (
            <Tag tone="danger">
              <Trans>suspended</Trans>
            </Tag>
          ) : null}
          {children}
        </p>
      </div>
      {aside}
    </li>
  );
}

function Paid({ credits, cents }: { credits: number; cents: number }) {
  return (
    <p className="shrink-0 text-right tabular-nums">
      {credits > 0 ? (
        <span className="block font-semibold text-gold">
          <Trans>{formatNumber(credits)} credits</Trans>
        </span>
      ) : null}
      {cents > 0 ? <span className="block font-semibold">{formatRand(cents / 100)}</span> : null}
    </p>
  );
}

function PayoutState({ status }: { status: string }) {
  if (status === 'requested') return <Trans>Requested</Trans>;
  if (status === 'approved') return <Trans>Approved</Trans>;
  if (status === 'sent') return <Trans>Sent</Trans>;
  return status === 'failed' ? <Trans>Failed</Trans> : <Trans>Reversed</Trans>;
}
