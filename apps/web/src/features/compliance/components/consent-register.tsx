import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Tag, type TagTone } from '../../../components/ui/tag.tsx';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { consentRecordsQuery, type RegisteredConsent } from '../api.ts';
import { RegisterFrame } from './register-frame.tsx';

/** Everyone asked about the creator's items, newest first. */
export function ConsentRegister() {
  const [q, setQ] = useState('');
  const list = useInfiniteQuery({ ...consentRecordsQuery(q), refetchOnMount: 'always' });
  return (
    <RegisterFrame
      title={<Trans>Consent register</Trans>}
      lead={<Trans>Everyone in your items, what they answered, and to which file.</Trans>}
      file="/api/compliance/consent-records.csv"
      q={q}
      onSearch={setQ}
      empty={<Trans>When somebody else is in an item, their answer is kept here.</Trans>}
      list={list}
      row={(item) => <Row item={item} />}
    />
  );
}

function Row({ item }: { item: RegisteredConsent }) {
  const language = useStore(languageStore);
  const day = (at: string) => formatDate(at, language);
  const look: Record<RegisteredConsent['state'], { tone: TagTone; text: ReactNode; at: string }> = {
    asked: { tone: 'neutral', text: <Trans>Asked</Trans>, at: item.askedAt },
    yes: { tone: 'online', text: <Trans>Yes</Trans>, at: item.answeredAt ?? item.askedAt },
    no: { tone: 'danger', text: <Trans>No</Trans>, at: item.answeredAt ?? item.askedAt },
    revoked: { tone: 'warning', text: <Trans>Taken back</Trans>, at: item.revokedAt ?? item.askedAt },
  };
  const { tone, text, at } = look[item.state];
  return (
    <div className="flex min-h-16 items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{item.name}</p>
        <p className="wrap-anywhere text-meta text-muted">
          {item.title} · {item.isLinked ? <Trans>private link</Trans> : <Trans>member</Trans>}
          {item.replacedAt ? (
            <>
              {' · '}
              <Trans>earlier file</Trans>
            </>
          ) : null}
        </p>
        {item.fileHash ? (
          <p className="truncate font-mono text-faint text-micro" title={item.fileHash}>
            SHA-256 {item.fileHash.slice(0, 16)}…
          </p>
        ) : null}
      </div>
      <div className="shrink-0 text-right">
        <Tag tone={tone}>{text}</Tag>
        <p className="mt-1 text-faint text-meta tabular-nums">{day(at)}</p>
      </div>
    </div>
  );
}
