import { Trans, useLingui } from '@lingui/react/macro';
import KeyRound from 'lucide-react/icons/key-round';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { IconButton } from '../../../../components/ui/icon-button.tsx';
import { Section } from '../../../../components/ui/page-title.tsx';
import type { Answer } from '../../../../lib/api.ts';
import { formatDate } from '../../../../lib/format.ts';
import { languageStore } from '../../../../lib/language.ts';
import { useStore } from '../../../../lib/store.ts';
import { LazySecuritySheet } from './lazy-sheet.tsx';

type Passkey = Answer<'accountSecurity'>['passkeys'][number];

/** The account's passkeys; each can be removed. */
export function PasskeysSection({ security }: { security: Answer<'accountSecurity'> }) {
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const { passkeys, passkeysPossible } = security;
  return (
    <Section
      title={<Trans>Passkeys</Trans>}
      aside={
        passkeysPossible ? (
          <Button size="sm" icon={<Plus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            <Trans>Add</Trans>
          </Button>
        ) : null
      }
    >
      {passkeys.length > 0 ? (
        <ul>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </ul>
      ) : (
        <p className="max-w-[52ch] text-muted">
          {passkeysPossible ? (
            <Trans>
              Your fingerprint, face or screen lock: as the second step, or to sign in with nothing to type. It works
              here only.
            </Trans>
          ) : (
            <Trans>This server's address is a number, and browsers keep passkeys for names only.</Trans>
          )}
        </p>
      )}
      <LazySecuritySheet sheet={adding ? { kind: 'add-passkey' } : null} onClose={() => setAdding(false)} />
      <LazySecuritySheet
        sheet={removed ? { kind: 'remove-passkey', passkey: removed } : null}
        onClose={() => setRemoved(null)}
      />
    </Section>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove(): void }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const { name } = passkey;
  const usedOn = passkey.lastUsedAt ? formatDate(passkey.lastUsedAt, language) : null;
  const addedOn = formatDate(passkey.createdAt, language);
  return (
    <li className="flex min-h-15 items-center gap-4 border-line border-t py-2.5">
      <KeyRound size={20} className="shrink-0" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <p className="text-faint text-meta">{usedOn ? <Trans>Used {usedOn}</Trans> : <Trans>Added {addedOn}</Trans>}</p>
      </div>
      <IconButton label={t`Remove ${name}`} onClick={onRemove}>
        <Trash2 size={20} />
      </IconButton>
    </li>
  );
}
