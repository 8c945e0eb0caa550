import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type LegalPage, legalPages } from '@vlam/contract/rules/legal';
import type { ComponentType, ReactNode } from 'react';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { pageLeads, pageTitles } from '../labels.ts';
import { CompanyText } from '../pages/company.tsx';
import { CookiesText } from '../pages/cookies.tsx';
import { CreatorsText } from '../pages/creators.tsx';
import { PrivacyText } from '../pages/privacy.tsx';
import { RecordsText } from '../pages/records.tsx';
import { RefundsText } from '../pages/refunds.tsx';
import { RulesText } from '../pages/rules.tsx';
import { TermsText } from '../pages/terms.tsx';
import { type Facts, FactsContext } from './facts.tsx';

const texts: Record<LegalPage, ComponentType> = {
  terms: TermsText,
  privacy: PrivacyText,
  rules: RulesText,
  creators: CreatorsText,
  refunds: RefundsText,
  cookies: CookiesText,
  company: CompanyText,
  records: RecordsText,
};

export const isLegalPage = (name: string): name is LegalPage => (legalPages as readonly string[]).includes(name);

/** An entry of the list of legal pages. */
export const LegalEntry = ({ page, title, lead }: { page: string; title: ReactNode; lead: ReactNode }) => (
  <li className="border-line border-t first:border-t-0">
    <Link to="/legal/:page" params={{ page }} className="block min-h-16 py-3 hover:text-ember-text">
      <span className="block font-semibold">{title}</span>
      <span className="block text-muted text-sm">{lead}</span>
    </Link>
  </li>
);

/** All legal pages; `children` are further entries. */
export function LegalList({ children }: { children?: ReactNode }) {
  const { i18n } = useLingui();
  return (
    <>
      <h1 tabIndex={-1} className="d2">
        <Trans>Terms and privacy</Trans>
      </h1>
      <ul className="mt-5">
        {legalPages.map((page) => (
          <LegalEntry key={page} page={page} title={i18n._(pageTitles[page])} lead={i18n._(pageLeads[page])} />
        ))}
        {children}
      </ul>
    </>
  );
}

/** One legal page, with the operator's facts in it. */
export function LegalView({ page, loading }: { page: LegalPage; loading: ReactNode }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  const { data, error, refetch } = useQuery(queryOf('legalPage', { params: { page } }));
  if (error && !data) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!data) return loading;
  const facts: Facts = new Map(data.facts.map(({ name, value }) => [name, value]));
  const missing = data.facts.filter(({ value }) => value === null).length;
  const Text = texts[page];
  return (
    <FactsContext value={facts}>
      <article className="max-w-[68ch]">
        <h1 tabIndex={-1} className="d2">
          {i18n._(pageTitles[page])}
        </h1>
        <p className="mt-3 text-muted">{i18n._(pageLeads[page])}</p>
        {missing > 0 ? (
          <p role="status" className="mt-4 rounded-md bg-warning-soft px-4 py-3 text-sm text-warning">
            <Plural
              value={missing}
              one="This is a template: # fact of the operator is missing. It is not in force yet."
              other="This is a template: # facts of the operator are missing. It is not in force yet."
            />
          </p>
        ) : null}
        <Text />
        <p className="mt-10 text-faint text-meta">
          {data.changedAt ? (
            <Trans>The operator's facts last changed on {formatDate(data.changedAt, language)}.</Trans>
          ) : (
            <Trans>The English text counts; translations help to read it.</Trans>
          )}
        </p>
      </article>
    </FactsContext>
  );
}
