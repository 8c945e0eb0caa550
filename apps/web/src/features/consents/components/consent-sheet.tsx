import { Trans, useLingui } from '@lingui/react/macro';
import { consentWordingFor } from '@vlam/contract/rules/consents';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { Link } from '../../../lib/router.tsx';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type Consent, isOpen, useAnswerConsent } from '../api.ts';
import { RevokeText, Wording } from './wording.tsx';

const maxNameLength = 100;

export interface ConsentSheetProps {
  consent: Consent;
  /** Plays a recording. */
  player(mediaId: string, title: string): ReactNode;
  onClose(): void;
}

/** The picture or recording with the words to agree to; an answer, or taking a yes back. */
export function ConsentSheet({ consent, player, onClose }: ConsentSheetProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const [signature, setSignature] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [asking, setAsking] = useState<'no' | 'revoke' | null>(null);
  const answer = useAnswerConsent(consent.id);
  const { title, description, creator, mediaUrl, mediaType, sources, mediaId, files, isPremium, state } = consent;
  const mediaTypes = files ? files.map((file) => file.mediaType) : [mediaType ?? 'image'];
  const done = (text: string) => ({
    onSuccess() {
      toast({ title: text });
      onClose();
    },
    onError(error: Error) {
      setAsking(null);
      fail(error);
    },
  });
  const giveConsent = () => {
    setSubmitted(true);
    const name = signature.trim();
    const seen = files ? { mediaIds: files.map(({ id }) => id) } : mediaId ? { mediaId } : null;
    if (name && seen)
      answer.mutate(
        { answer: 'yes', signature: name, wording: consentWordingFor(mediaTypes).number, ...seen },
        done(t`You agreed`),
      );
  };
  const given = answer.variables;
  const isBusyWith = (what: 'yes' | 'no' | 'revoke') =>
    answer.isPending && (given === 'revoke' ? what === 'revoke' : given?.answer === what);
  const isAsked = isOpen(consent);
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      intro={
        <Trans>
          By{' '}
          <Link to="/profile/:id" params={{ id: creator.id }} className="font-semibold underline">
            {creator.displayName}
          </Link>
        </Trans>
      }
      locked={answer.isPending}
      actions={
        asking ? (
          <>
            <Button disabled={answer.isPending} onClick={() => setAsking(null)}>
              <Trans>Back</Trans>
            </Button>
            {asking === 'no' ? (
              <Button
                variant="danger"
                busy={isBusyWith('no')}
                busyLabel={<Trans>Sending</Trans>}
                onClick={() => answer.mutate({ answer: 'no', signature: '' }, done(t`You said no`))}
              >
                <Trans>Say no</Trans>
              </Button>
            ) : (
              <Button
                variant="danger"
                busy={isBusyWith('revoke')}
                busyLabel={<Trans>Taking it back</Trans>}
                onClick={() => answer.mutate('revoke', done(t`Taken back. The item is gone.`))}
              >
                <Trans>Take it back for good</Trans>
              </Button>
            )}
          </>
        ) : isAsked ? (
          <>
            <Button disabled={answer.isPending} onClick={() => setAsking('no')}>
              <Trans>I say no</Trans>
            </Button>
            <Button
              variant="primary"
              disabled={mediaId === null}
              busy={isBusyWith('yes')}
              busyLabel={<Trans>Signing</Trans>}
              onClick={giveConsent}
            >
              <Trans>I agree</Trans>
            </Button>
          </>
        ) : state === 'yes' ? (
          <Button variant="quiet" onClick={() => setAsking('revoke')}>
            <Trans>Take my yes back</Trans>
          </Button>
        ) : null
      }
    >
      {files ? (
        <ol className="mb-4 grid gap-3" aria-label={t`Files of ${title}`}>
          {files.map((file, index) => (
            <li key={file.id}>
              <p className="mb-1 text-meta text-muted tabular-nums">
                <Trans>
                  {index + 1} of {files.length}
                </Trans>
              </p>
              {file.mediaType === 'image' ? (
                <img
                  src={file.sources.find(({ width }) => width >= 800)?.webp ?? file.mediaUrl ?? undefined}
                  alt={t`${title}, file ${index + 1}`}
                  loading="lazy"
                  className="max-h-[60dvh] w-full rounded-card bg-surface-2 object-contain"
                />
              ) : (
                player(file.id, title)
              )}
            </li>
          ))}
        </ol>
      ) : mediaId && mediaType && mediaType !== 'image' ? (
        player(mediaId, title)
      ) : mediaUrl ? (
        <img
          src={sources.find(({ width }) => width >= 800)?.webp ?? mediaUrl}
          alt={title}
          className="mb-4 max-h-[44dvh] w-full rounded-card bg-surface-2 object-contain"
        />
      ) : isAsked ? (
        <p className="mb-4 rounded-card bg-surface-2 px-4 py-3 text-muted">
          <Trans>There is nothing to agree to yet. You get a notice when there is.</Trans>
        </p>
      ) : null}
      {description ? <p className="mb-4 wrap-anywhere text-muted">{description}</p> : null}
      {asking ? (
        <p role="alert">
          {asking === 'revoke' ? (
            <RevokeText />
          ) : (
            <Trans>A no stays a no: {creator.displayName} cannot publish it, and cannot ask you again.</Trans>
          )}
        </p>
      ) : isAsked ? (
        <>
          <Wording isPremium={isPremium} mediaTypes={mediaTypes} />
          <Field
            label={<Trans>Your full name, as your signature</Trans>}
            error={submitted && signature.trim() === '' ? <Trans>Type your full name</Trans> : undefined}
            className="mt-4"
          >
            <TextInput
              name="signature"
              value={signature}
              maxLength={maxNameLength}
              autoComplete="name"
              onChange={(event) => setSignature(event.currentTarget.value)}
            />
          </Field>
        </>
      ) : state === 'yes' ? (
        <Wording isPremium={isPremium} mediaTypes={mediaTypes} recorded={consent.wording} />
      ) : (
        <p className="text-muted">
          {state === 'no' ? (
            <Trans>You said no. It is not published.</Trans>
          ) : state === 'revoked' ? (
            <Trans>You took your yes back. The item is gone, and its files cannot be uploaded again.</Trans>
          ) : (
            <Trans>The time to answer is over. Without your yes it is not published.</Trans>
          )}
        </p>
      )}
    </Sheet>
  );
}
