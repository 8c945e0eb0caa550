import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { WaitingDocument } from '@vlam/contract/profiles-identity';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { KeyCap } from '../../../components/ui/key-cap.tsx';
import { api, messageOf } from '../../../lib/api.ts';
import { useKeys } from '../../../lib/helpers/use-keys.ts';
import { documentLabel } from '../labels.ts';
import { IdentityDocumentDecision } from './identity-document-decision.tsx';

interface CaseProps {
  each: WaitingDocument;
  onBack(): void;
  onDecided(): void;
}

/** One document beside the selfie or first photo; O shows the pictures, A accepts, R refuses. */
export function IdentityDocumentCase({ each, onBack, onDecided }: CaseProps) {
  const { i18n, t } = useLingui();
  const look = useMutation({ mutationFn: () => api.openIdentityDocument({ params: { id: each.id } }) });
  const [decision, setDecision] = useState<'accept' | 'refuse' | null>(null);
  const { data: pictures } = look;
  const mayDecide = pictures !== undefined && decision === null;
  useKeys({
    o: () => void (each.isOwn || pictures || look.isPending || look.mutate()),
    a: () => void (mayDecide && setDecision('accept')),
    r: () => void (mayDecide && setDecision('refuse')),
  });
  const name = `${each.firstName} ${each.lastName}`;
  return (
    <article aria-label={name} className="min-w-0">
      <Button variant="ghost" className="-ml-4 lg:hidden" icon={<ArrowLeft size={18} />} onClick={onBack}>
        <Trans>All documents</Trans>
      </Button>
      <h2 className="d4 wrap-anywhere">{name}</h2>
      <p className="mt-1 text-muted text-sm">
        {each.displayName}, {i18n._(documentLabel(each.documentType))},{' '}
        {each.isCreator ? <Trans>creator</Trans> : <Trans>member</Trans>}
      </p>
      {each.isOwn ? (
        <p role="status" className="mt-4 rounded-md bg-warning-soft px-4 py-3 text-sm">
          <Trans>This is about your own account, so other staff decide.</Trans>
        </p>
      ) : pictures ? (
        <>
          <div className="mt-4 grid gap-3 sm:grid-cols-[3fr_2fr]">
            <Picture src={pictures.picture} alt={t`Identity document`} caption={<Trans>Identity document</Trans>} />
            {pictures.selfie ? (
              <Picture src={pictures.selfie} alt={t`Selfie`} caption={<Trans>Selfie that waits</Trans>} />
            ) : pictures.photo ? (
              <Picture
                src={pictures.photo}
                alt={t`First photo`}
                caption={
                  pictures.isPhotoChecked ? (
                    <Trans>First photo, compared with a selfie</Trans>
                  ) : (
                    <Trans>First photo, compared with nothing</Trans>
                  )
                }
              />
            ) : (
              <p className="text-muted text-sm">
                <Trans>No selfie and no photo to compare it with.</Trans>
              </p>
            )}
          </div>
          <p className="mt-4 max-w-[56ch] text-muted text-sm">
            <Trans>
              Compare the name with the account, the face with the picture beside it, and read whether the document is
              whole and still valid.
            </Trans>
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button onClick={() => setDecision('refuse')}>
              <Trans>Refuse</Trans> <KeyCap>R</KeyCap>
            </Button>
            <Button variant="primary" onClick={() => setDecision('accept')}>
              <Trans>Accept</Trans> <KeyCap>A</KeyCap>
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="mt-4 text-muted text-sm">
            <Trans>Each look at it is recorded.</Trans>
          </p>
          <Button
            className="mt-3"
            busy={look.isPending}
            busyLabel={<Trans>Opening</Trans>}
            onClick={() => look.mutate()}
          >
            <Trans>Show the document</Trans> <KeyCap>O</KeyCap>
          </Button>
          {look.error ? (
            <p role="alert" className="mt-2 text-danger text-sm">
              {messageOf(look.error) ?? <Trans>The connection dropped. Try again.</Trans>}
            </p>
          ) : null}
        </>
      )}
      {decision ? (
        <IdentityDocumentDecision
          each={each}
          decision={decision}
          onClose={() => setDecision(null)}
          onDecided={onDecided}
        />
      ) : null}
    </article>
  );
}

const Picture = ({ src, alt, caption }: { src: string; alt: string; caption: ReactNode }) => (
  <figure>
    <img src={src} alt={alt} className="max-h-[60dvh] w-full rounded-card bg-surface-2 object-contain" />
    <figcaption className="mt-1.5 text-faint text-meta">{caption}</figcaption>
  </figure>
);
