import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorFact } from '@vlam/contract/rules/legal';
import { createContext, useContext } from 'react';
import { factLabels } from '../labels.ts';

export type Facts = ReadonlyMap<OperatorFact, string | null>;
export const FactsContext = createContext<Facts>(new Map());

/** A fact of the operator, or that it is missing. */
export function Fact({ name, isLabelled = false }: { name: OperatorFact; isLabelled?: boolean }) {
  const value = useContext(FactsContext).get(name);
  if (value) return <span className="whitespace-pre-line wrap-anywhere">{value}</span>;
  return isLabelled ? <Missing /> : <Missing name={name} />;
}

function Missing({ name }: { name?: OperatorFact }) {
  const { i18n } = useLingui();
  return (
    <mark className="rounded-xs bg-warning-soft px-1.5 py-0.5 text-warning">
      <Trans>Template: the operator has not filled this in yet</Trans>
      {name ? ` (${i18n._(factLabels[name])})` : null}
    </mark>
  );
}

/** Facts as rows: label left, value right. */
export function FactRows({ names }: { names: readonly OperatorFact[] }) {
  const { i18n } = useLingui();
  return (
    <dl className="mt-3">
      {names.map((name) => (
        <div key={name} className="gap-6 border-line border-t py-3 first:border-t-0 sm:flex">
          <dt className="text-muted sm:w-2/5 sm:shrink-0">{i18n._(factLabels[name])}</dt>
          <dd className="min-w-0 font-semibold">
            <Fact name={name} isLabelled />
          </dd>
        </div>
      ))}
    </dl>
  );
}
