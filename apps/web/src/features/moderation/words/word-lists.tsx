import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { wordLanguages } from '@vlam/contract/rules/words';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { ruleLabels } from '../../../components/staff-lists/rule-labels.ts';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { queryOf } from '../../../lib/api.ts';
import { hasPermission, useStaffUser } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { AddPhrases } from './add-phrases.tsx';
import { type ListedPhrase, useAddPhrases, useRemovePhrase } from './api.ts';
import { wordEffectLabels, wordLanguageLabels } from './labels.ts';

/** The phrases of each language, and what they do. */
export function WordLists() {
  const { t, i18n } = useLingui();
  const mayChange = hasPermission(useStaffUser(), 'manage_compliance');
  const [wanted, setWanted] = useState('');
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(queryOf('listPhrases'));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading the lists`}>
        <SkeletonRows count={6} />
      </Loading>
    );
  const text = wanted.trim().toLowerCase();
  const shown = data.filter(({ phrase }) => phrase.includes(text));
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-[1_1_14rem]">
          <SearchField
            label={t`Find a phrase`}
            placeholder={t`Find a phrase`}
            value={wanted}
            maxLength={60}
            onChange={setWanted}
          />
        </div>
        {mayChange ? (
          <Button variant="bone" icon={<Plus size={18} />} onClick={() => setAdding(true)}>
            <Trans>Add phrases</Trans>
          </Button>
        ) : null}
      </div>
      {shown.length === 0 ? (
        <EmptyState title={<Trans>No phrases</Trans>} text={<Trans>Nothing in the lists fits that.</Trans>} />
      ) : (
        wordLanguages.map((language) => {
          const phrases = shown.filter((each) => each.language === language);
          return phrases.length === 0 ? null : (
            <section key={language} className="mt-8">
              <h2 className="d4">{i18n._(wordLanguageLabels[language])}</h2>
              <ul className="mt-2 border-line border-t">
                {phrases.map((each) => (
                  <Row key={each.id} each={each} mayChange={mayChange} />
                ))}
              </ul>
            </section>
          );
        })
      )}
      {isAdding ? <AddPhrases onClose={() => setAdding(false)} /> : null}
    </>
  );
}

function Row({ each, mayChange }: { each: ListedPhrase; mayChange: boolean }) {
  const { t, i18n } = useLingui();
  const fail = useFailure();
  const { phrase, language, effect, rule, matches } = each;
  const add = useAddPhrases({ onSuccess: () => undefined, onError: fail });
  const remove = useRemovePhrase({
    onSuccess: () =>
      toast({
        title: t`Removed`,
        text: phrase,
        action: { label: t`Undo`, act: () => add.mutate({ phrases: [phrase], language, effect, rule }) },
      }),
    onError: fail,
  });
  return (
    <li className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 border-line border-b py-2">
      <span className="min-w-0">
        <span className="block wrap-anywhere font-semibold">{phrase}</span>
        <span className="block text-faint text-meta">
          {i18n._(ruleLabels[rule])}
          {', '}
          <Plural
            value={matches}
            _0="not found in 30 days"
            one="found once in 30 days"
            other="found # times in 30 days"
          />
        </span>
      </span>
      <Tag tone={effect === 'refuse' ? 'danger' : 'neutral'}>{i18n._(wordEffectLabels[effect])}</Tag>
      {mayChange ? (
        <IconButton label={t`Remove ${phrase}`} onClick={() => remove.mutate(each)} disabled={remove.isPending}>
          <X size={18} />
        </IconButton>
      ) : (
        <span />
      )}
    </li>
  );
}
