import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import AtSign from 'lucide-react/icons/at-sign';
import Share2 from 'lucide-react/icons/share-2';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { HandleSheet } from './handle-sheet.tsx';
import { ShareSheet } from './share-sheet.tsx';

type OpenSheet = 'handle' | 'share' | null;

/** The member's own address: to choose, change and share. */
export function OwnAddress({ person }: { person: { id: string; displayName: string; creator: object | null } }) {
  const language = useStore(languageStore);
  const { data: own } = useQuery(queryOf('ownHandle'));
  const [sheet, setSheet] = useState<OpenSheet>(null);
  // The form begins again each time it opens.
  const [opened, setOpened] = useState(0);
  const close = () => setSheet(null);
  const change = () => {
    setOpened(opened + 1);
    setSheet('handle');
  };
  if (!own) return <div className="min-h-27" />;
  return (
    <div data-slot="own-address">
      <div className="flex min-h-15 items-center gap-3.5">
        <AtSign size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-semibold">
            {own.handle ? `@${own.handle}` : <Trans>An address people can say</Trans>}
          </p>
          <p className="mt-0.5 text-meta text-muted">
            {own.handle === null ? (
              <Trans>Choose one, and it leads straight to you.</Trans>
            ) : own.nextChangeAt ? (
              <Trans>Can be changed again on {formatDate(own.nextChangeAt, language)}</Trans>
            ) : (
              <Plural value={own.changesLeft} one="# change left this year" other="# changes left this year" />
            )}
          </p>
        </div>
        <Button size="sm" onClick={change}>
          {own.handle ? <Trans>Change</Trans> : <Trans>Choose</Trans>}
        </Button>
      </div>
      <Button
        size="sm"
        className="mt-2"
        icon={<Share2 size={18} strokeWidth={1.75} aria-hidden />}
        onClick={() => setSheet('share')}
      >
        <Trans>Share your profile</Trans>
      </Button>
      <HandleSheet key={opened} own={own} open={sheet === 'handle'} onClose={close} />
      <ShareSheet
        person={{ ...person, handle: own.handle }}
        inLight={person.creator !== null}
        open={sheet === 'share'}
        onClose={close}
      />
    </div>
  );
}
