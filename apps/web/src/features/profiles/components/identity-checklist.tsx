import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import Download from 'lucide-react/icons/download';
import { type ReactNode, useState } from 'react';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { AgreementSheet } from './agreement-sheet.tsx';

/** How surely the creator is known, and what is missing for the next level. */
export function IdentityChecklist() {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const { data } = useQuery(queryOf('ownIdentity'));
  const [signing, setSigning] = useState(false);
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
        <Step isDone={data.ageProven} title={<Trans>ID number and age</Trans>} />
        <Step isDone={data.documentSeen} title={<Trans>Identity document looked at</Trans>}>
          <Trans>A person of Vlam looks at it. We ask you for it; no picture of it is kept.</Trans>
        </Step>
        <Step isDone={data.selfieMatched} title={<Trans>Selfie in a shown pose</Trans>}>
          <Trans>Compared with your first photo. Start it under your name above.</Trans>
        </Step>
        <Step
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
        </Step>
      </ul>
      {signing ? <AgreementSheet onClose={() => setSigning(false)} /> : null}
    </section>
  );
}

interface StepProps {
  isDone: boolean;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

function Step({ isDone, title, children, action }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-3">
      <span className="flex min-w-0 flex-[1_1_14rem] items-start gap-3">
        {isDone ? (
          <Check size={20} aria-hidden className="mt-0.5 shrink-0 text-online" />
        ) : (
          <Circle size={20} aria-hidden className="mt-0.5 shrink-0 text-faint" />
        )}
        <span className="min-w-0">
          <span className="block font-semibold">
            {title}{' '}
            <span className="font-normal text-muted text-sm">
              {isDone ? <Trans>done</Trans> : <Trans>missing</Trans>}
            </span>
          </span>
          {children ? <span className="block text-muted text-sm">{children}</span> : null}
        </span>
      </span>
      {action ? <span className="flex flex-wrap items-center gap-2">{action}</span> : null}
    </li>
  );
}
