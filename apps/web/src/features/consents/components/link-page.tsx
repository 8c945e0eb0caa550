import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { codeOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type LinkedConsent, linkQuery, useAnswerByLink } from '../api.ts';
import { LinkForm } from './link-form.tsx';
import { RevokeText } from './wording.tsx';

interface LinkPageProps {
  token: string;
  loading: ReactNode;
  /** Plays a recording. */
  player(file: { mediaId: string; title: string; poster: string | undefined }): ReactNode;
}

/** A request for consent as its person sees it, without an account. */
export function LinkPage({ token, loading, player }: LinkPageProps) {
  const { data, error, refetch } = useQuery({ ...linkQuery(token), refetchOnWindowFocus: true });
  const code = codeOf(error);
  if (code === 'NOT_FOUND' || code === 'LINK_EXPIRED' || code === 'VALIDATION_FAILED')
    return (
      <EmptyState
        heading="h1"
        title={<Trans>This link has ended</Trans>}
        text={<Trans>The request was withdrawn, or its time is over. Without your yes nothing is published.</Trans>}
      />
    );
  if (error && !data) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  return data ? <Linked token={token} consent={data} player={player} /> : loading;
}

interface LinkedProps extends Pick<LinkPageProps, 'token' | 'player'> {
  consent: LinkedConsent;
}

function Linked({ token, consent, player }: LinkedProps) {
  const { name, title, description, creatorName, files = [], state } = consent;
  const { t } = useLingui();
  const [only] = files.length === 1 ? files : [];
  const isPlayed = only !== undefined && only.mediaType !== 'image';
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(state);
  // The pressed button is gone after an answer, and the page's heading shows the result.
  useEffect(() => {
    if (first.current !== state) heading.current?.focus();
  }, [state]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="d2">
        {state === 'asked' ? (
          <Trans>{creatorName} asks for your consent</Trans>
        ) : state === 'yes' ? (
          <Trans>You said yes</Trans>
        ) : state === 'no' ? (
          <Trans>You said no</Trans>
        ) : (
          <Trans>You took your yes back</Trans>
        )}
      </h1>
      {state === 'asked' ? (
        <p className="mt-2 text-muted">
          {isPlayed ? (
            <Trans>
              This page is for {name}. Vlam is a site for adults in South Africa; {creatorName} wants to publish this
              recording there. Play it before you answer. You have until {formatDate(consent.expiresAt)}.
            </Trans>
          ) : files.length > 1 ? (
            <Trans>
              This page is for {name}. Vlam is a site for adults in South Africa; {creatorName} wants to publish these
              files there. Look at each before you answer. You have until {formatDate(consent.expiresAt)}.
            </Trans>
          ) : (
            <Trans>
              This page is for {name}. Vlam is a site for adults in South Africa; {creatorName} wants to publish this
              picture there. You have until {formatDate(consent.expiresAt)}.
            </Trans>
          )}
        </p>
      ) : null}
      <div className="mt-5">
        {files.length > 1 ? (
          <ol className="grid gap-3" aria-label={t`Files of ${title}`}>
            {files.map((each, index) => (
              <li key={each.id}>
                <LinkedFile file={each} title={title} alt={t`${title}, file ${index + 1}`} player={player} />
              </li>
            ))}
          </ol>
        ) : only ? (
          <LinkedFile file={only} title={title} alt={title} player={player} />
        ) : state === 'asked' ? (
          <p className="rounded-card bg-surface-2 px-4 py-3 text-muted">
            <Trans>There is nothing to agree to yet. Open this link again later.</Trans>
          </p>
        ) : null}
        <h2 className="d4 mt-3 wrap-anywhere">{title}</h2>
        {description ? <p className="mt-1 wrap-anywhere text-muted">{description}</p> : null}
      </div>
      {state === 'asked' ? (
        <LinkForm token={token} consent={consent} />
      ) : state === 'yes' ? (
        <TakeBack token={token} />
      ) : (
        <p className="mt-4 text-muted">
          {state === 'no' ? (
            <Trans>It is not published. There is nothing else to do.</Trans>
          ) : (
            <Trans>The item is gone for everyone, and its files cannot be uploaded again.</Trans>
          )}
        </p>
      )}
    </>
  );
}

interface LinkedFileProps extends Pick<LinkPageProps, 'player'> {
  file: NonNullable<LinkedConsent['files']>[number];
  title: string;
  alt: string;
}

function LinkedFile({ file: { id, mediaType, picture }, title, alt, player }: LinkedFileProps) {
  if (mediaType !== 'image') return player({ mediaId: id, title, poster: picture ?? undefined });
  return (
    <img
      src={picture ?? undefined}
      alt={alt}
      className="max-h-[60dvh] w-full rounded-card bg-surface-2 object-contain"
    />
  );
}

function TakeBack({ token }: { token: string }) {
  const { t } = useLingui();
  const fail = useFailure();
  const [isAsking, setAsking] = useState(false);
  const answer = useAnswerByLink(token);
  return (
    <section aria-label={t`Take your yes back`} className="mt-5 border-line border-t pt-5">
      {isAsking ? (
        <>
          <p role="alert">
            <RevokeText />
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button disabled={answer.isPending} onClick={() => setAsking(false)}>
              <Trans>Back</Trans>
            </Button>
            <Button
              variant="danger"
              busy={answer.isPending}
              busyLabel={<Trans>Taking it back</Trans>}
              onClick={() => answer.mutate({ answer: 'revoke' }, { onError: fail })}
            >
              <Trans>Take it back for good</Trans>
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="text-muted">
            <Trans>You can take your yes back at any time, here, with this link.</Trans>
          </p>
          <Button className="mt-4" onClick={() => setAsking(true)}>
            <Trans>Take my yes back</Trans>
          </Button>
        </>
      )}
    </section>
  );
}
