import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useLiveEvent } from '../../../lib/realtime.ts';
import { useStore } from '../../../lib/store.ts';
import { identityQuery } from '../identity-api.ts';
import { AgreementSheet } from './agreement-sheet.tsx';
import { DocumentAction, DocumentNote } from './document-state.tsx';
import { IdentityStep } from './identity-step.tsx';

/** How surely the creator is known, and what is missing for the next level. */
export function IdentityChecklist() {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const { data, refetch } = useQuery(identityQuery);
  const [signing, setSigning] = useState(false);
  // Also sent when staff have decided.
  useLiveEvent('media.updated', () => void refetch());
  if (!data) return null;
  const { level, atOnceLevel, agreement } = data;
  const day = (at: string | null) => (at ? formatDate(at, language) : '');
  const isSigned = agreement.state === 'current';
  return (
    <section aria-labelledby="identity-level" className="mt-8">
      <h2 id="identity-level" className="d4">
        <Trans>Identity level {level} of 3</Trans>
      </h2>
      <p className="mt-1 text-muted text-sm">
        <Trans>The more surely we know creators, the safer everyone is. Fans do not see the level.</Trans>{' '}
        {level < atOnceLevel ? (
          <Trans>
            What you publish waits for a moderator until you have level {atOnceLevel}, and you go live from then on.
          </Trans>
        ) : null}
      </p>
      <ul className="mt-3 border-line border-t" aria-label={t`What the level needs`}>
        <IdentityStep isDone={data.ageProven} title={<Trans>ID number and age</Trans>} />
        <IdentityStep
          isDone={data.documentSeen}
          title={<Trans>Identity document looked at</Trans>}
          action={<DocumentAction {...data} />}
        >
          <DocumentNote {...data} />
        </IdentityStep>
        <IdentityStep isDone={data.selfieMatched} title={<Trans>Selfie in a shown pose</Trans>}>
          <Trans>Compared with your first photo. Start it under your name on your profile.</Trans>
        </IdentityStep>
        <IdentityStep
          isDone={isSigned}
          title={<Trans>Creator agreement signed</Trans>}
          action={
            <>
              {agreement.signedAt ? (
                <a href="/api/creator/agreement.pdf" download className={buttonStyle({ size: 'sm', variant: 'ghost' })}>
                  <Download size={16} aria-hidden />
                  <Trans>Your copy</Trans>
                </a>
              ) : null}
              {isSigned ? null : (
                <Button size="sm" onClick={() => setSigning(true)}>
                  {agreement.state === 'none' ? <Trans>Read and sign</Trans> : <Trans>Sign again</Trans>}
                </Button>
              )}
            </>
          }
        >
          {agreement.state === 'renew' ? (
            <Trans>Please sign again by {day(agreement.until)}. Your level stays until then.</Trans>
          ) : agreement.state === 'ended' ? (
            <Trans>It has ended. Sign again to get your level back.</Trans>
          ) : isSigned ? (
            <Trans>Signed on {day(agreement.signedAt)}</Trans>
          ) : null}
        </IdentityStep>
      </ul>
      {signing ? <AgreementSheet onClose={() => setSigning(false)} /> : null}
    </section>
  );
}
