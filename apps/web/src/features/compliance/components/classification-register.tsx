import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RatingTag } from '../../../components/ui/rating-tag.tsx';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { classificationsQuery, type RegisteredClassification } from '../api.ts';
import { RegisterFrame } from './register-frame.tsx';

/** Every classification of the creator's items, newest first. */
export function ClassificationRegister() {
  const [q, setQ] = useState('');
  const list = useInfiniteQuery({ ...classificationsQuery(q), refetchOnMount: 'always' });
  return (
    <RegisterFrame
      title={<Trans>Classification register</Trans>}
      lead={<Trans>Every class your items were given, with its day. Rows are only added.</Trans>}
      file="/api/compliance/classifications.csv"
      q={q}
      onSearch={setQ}
      empty={<Trans>Each time you answer the questions about an item, the answer is kept here.</Trans>}
      list={list}
      row={(item) => <Row item={item} />}
    />
  );
}

function Row({ item }: { item: RegisteredClassification }) {
  const language = useStore(languageStore);
  return (
    <div className="flex min-h-16 items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{item.title}</p>
        <p className="text-meta text-muted tabular-nums">
          {formatDate(item.at, language)}, {formatTime(item.at)} ·{' '}
          {item.isAnswered ? <Trans>by the questions</Trans> : <Trans>by class</Trans>}
        </p>
      </div>
      <RatingTag item={item} />
    </div>
  );
}
