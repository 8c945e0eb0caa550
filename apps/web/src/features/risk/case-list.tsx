import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { RiskCase } from '@vlam/contract/risk';
import { type RiskRule, riskRuleNames, riskStates } from '@vlam/contract/rules/risk';
import { clsx } from 'clsx';
import { useState } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Field } from '../../components/ui/field.tsx';
import { KeyCap } from '../../components/ui/key-cap.tsx';
import { Select } from '../../components/ui/select.tsx';
import { Loading, SkeletonRows } from '../../components/ui/skeleton.tsx';
import { StatusList } from '../../components/ui/status-list.tsx';
import { Tag } from '../../components/ui/tag.tsx';
import { formatDate } from '../../lib/format.ts';
import { useKeys } from '../../lib/helpers/use-keys.ts';
import { languageStore } from '../../lib/language.ts';
import { go, Link } from '../../lib/router.tsx';
import { useStore } from '../../lib/store.ts';
import { casesQuery } from './api.ts';
import { CaseDays } from './case-days.tsx';
import { ruleLabels, stateLabels, stateNames } from './labels.ts';
import { SignalText } from './signal-text.tsx';

/** Cases by state: those that wait oldest first, decided ones newest first. */
export function CaseList() {
  const { t, i18n } = useLingui();
  const [state, setState] = useState<RiskCase['state']>();
  const [rule, setRule] = useState<RiskRule>();
  const [selected, setSelected] = useState(0);
  const query = useInfiniteQuery(casesQuery({ state, rule }));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const at = Math.min(selected, Math.max(0, items.length - 1));
  useKeys({
    j: () => setSelected(Math.min(items.length - 1, at + 1)),
    k: () => setSelected(Math.max(0, at - 1)),
    enter: () => {
      const found = items[at];
      if (found) go({ to: '/admin/risk/:id', params: { id: found.id } });
    },
  });
  return (
    <>
      <Field label={<Trans>Signal</Trans>} className="max-w-80">
        <Select
          value={rule ?? ''}
          onChange={(event) => setRule(riskRuleNames.find((each) => each === event.currentTarget.value))}
          options={[
            { value: '', label: t`Any` },
            ...riskRuleNames.map((each) => ({ value: each, label: i18n._(ruleLabels[each]) })),
          ]}
        />
      </Field>
      <StatusList<RiskCase, RiskCase['state']>
        className="mt-4"
        label={t`State`}
        statuses={riskStates}
        labelOf={(each) => i18n._(stateNames[each])}
        allLabel={<Trans>Waiting</Trans>}
        status={state}
        onStatus={setState}
        query={query}
        loading={
          <Loading label={t`Loading cases`}>
            <SkeletonRows />
          </Loading>
        }
        empty={
          <EmptyState
            title={<Trans>No cases here</Trans>}
            text={
              <Trans>
                Accounts whose money looks unusual are listed here, with what was seen. The members are not told.
              </Trans>
            }
          />
        }
      >
        {(cases) => (
          <>
            <ul className="rise" aria-label={t`Cases`}>
              {cases.map((found, index) => (
                <li key={found.id} className="border-line border-t first:border-t-0">
                  <CaseRow found={found} isSelected={index === at} />
                </li>
              ))}
            </ul>
            <p aria-hidden className="mt-4 hidden items-center gap-1 text-faint text-meta lg:flex">
              <KeyCap>J</KeyCap>
              <KeyCap>K</KeyCap>
              <span className="ml-1">
                <Trans>move</Trans>
              </span>
              <KeyCap wide>Enter</KeyCap>
              <span className="ml-1">
                <Trans>open</Trans>
              </span>
            </p>
          </>
        )}
      </StatusList>
    </>
  );
}

function CaseRow({ found, isSelected }: { found: RiskCase; isSelected: boolean }) {
  const { t, i18n } = useLingui();
  const language = useStore(languageStore);
  const { tone, label } = stateLabels[found.state];
  const [first, ...others] = found.signals;
  return (
    <Link
      to="/admin/risk/:id"
      params={{ id: found.id }}
      aria-current={isSelected ? 'true' : undefined}
      className={clsx(
        '-mx-3 flex min-h-20 items-center gap-4 rounded-field px-3 py-3 hover:bg-surface-1',
        isSelected && 'lg:bg-surface-2',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-semibold">{found.member.name ?? t`Account closed`}</span>
          <Tag tone={tone}>{i18n._(label)}</Tag>
          {found.decidedAt ? null : <CaseDays dueAt={found.dueAt} />}
        </span>
        <span className="block wrap-anywhere text-muted text-sm">
          {first ? <SignalText signal={first} /> : <Trans>Opened by {found.openedBy}</Trans>}
        </span>
        <span className="block text-faint text-meta tabular-nums">
          {found.number}
          {others.length > 0 ? `, ${others.map(({ rule }) => i18n._(ruleLabels[rule])).join(', ')}` : null}
        </span>
      </span>
      <span className="shrink-0 text-right text-faint text-meta">
        {formatDate(found.decidedAt ?? found.openedAt, language)}
      </span>
    </Link>
  );
}
