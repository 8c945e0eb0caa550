import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button, buttonStyle } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { useLive } from '../../features/lives/api.ts';
import { canBroadcast, type IngestAccess } from '../../features/lives/broadcaster.ts';
import { OwnPlanned } from '../../features/lives/components/own-planned.tsx';
import { StartForm } from '../../features/lives/components/start-form.tsx';
import { Studio } from '../../features/lives/components/studio.tsx';
import { api, queryOf } from '../../lib/api.ts';
import { createOwnMedia, type OwnMedia } from '../../lib/own-media.ts';
import { go, Link } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { useStore } from '../../lib/store.ts';
import { useFailure } from '../../lib/use-failure.ts';

type Access = IngestAccess & { id: string };

/** A creator's camera, the form that begins a show, and the show itself. */
export function Route() {
  const user = useCurrentUser();
  if (!user) return null;
  if (!user.creator)
    return (
      <EmptyState
        heading="h1"
        title={<Trans>Shows are for creators</Trans>}
        text={<Trans>Complete a creator profile to go live.</Trans>}
        action={
          <Link to="/profile" className={buttonStyle({ variant: 'bone' })}>
            <Trans>Profile</Trans>
          </Link>
        }
      />
    );
  if (!canBroadcast())
    return (
      <EmptyState
        heading="h1"
        title={<Trans>This browser cannot send a show</Trans>}
        text={<Trans>Chrome, Edge and Safari can. Firefox on Android cannot.</Trans>}
        action={
          <Link to="/live" className={buttonStyle({ variant: 'bone' })}>
            <Trans>Live shows</Trans>
          </Link>
        }
      />
    );
  return <Camera />;
}

function Camera() {
  const { t } = useLingui();
  const fail = useFailure();
  const [media] = useState(createOwnMedia);
  const video = useRef<HTMLVideoElement>(null);
  const { stream, videoProblem, camera } = useStore(media);
  const [access, setAccess] = useState<Access | null>(null);
  const own = useQuery({ ...queryOf('ownLive'), staleTime: 0 });
  const underWay = own.data?.live ?? null;
  useEffect(() => {
    void media.open();
    return () => media.close();
  }, [media]);
  useEffect(() => {
    const element = video.current;
    if (!element || element.srcObject === stream) return;
    element.srcObject = stream;
    element.play().catch(() => undefined);
  }, [stream]);
  const resume = useMutation({
    mutationFn: (id: string) => api.openLiveIngest({ params: { id } }),
    onSuccess: setAccess,
    onError: fail,
  });
  const end = useMutation({
    mutationFn: (id: string) => api.endLive({ params: { id } }),
    onSuccess: () => void own.refetch(),
    onError: fail,
  });
  return (
    <div
      data-slot="go-live"
      className={
        access ? 'fixed inset-0 z-50 bg-[#0a0706] text-on-picture [--focus:var(--color-on-picture)]' : undefined
      }
    >
      {access ? null : (
        <PageTitle lead={<Trans>Your picture goes out as soon as you press Go live.</Trans>}>
          <Trans>Go live</Trans>
        </PageTitle>
      )}
      <div className={access ? 'contents' : 'mt-5 lg:grid lg:grid-cols-2 lg:gap-8'}>
        <div
          className={
            access
              ? 'absolute inset-0 lg:right-90'
              : 'relative aspect-video overflow-clip rounded-card bg-surface-2 lg:self-start'
          }
        >
          <video
            ref={video}
            aria-label={t`Your camera`}
            autoPlay
            playsInline
            muted
            className="size-full -scale-x-100 object-cover"
          />
          {access || camera ? null : (
            <div
              role="status"
              className="absolute inset-0 flex flex-col items-center justify-center gap-3 px-6 text-center"
            >
              <p>
                {videoProblem === 'denied' ? (
                  <Trans>Your browser does not let us use the camera.</Trans>
                ) : videoProblem ? (
                  <Trans>No camera was found.</Trans>
                ) : (
                  <Trans>The camera is off.</Trans>
                )}
              </p>
              <Button size="sm" onClick={() => void media.setCamera(true)}>
                <Trans>Turn the camera on</Trans>
              </Button>
            </div>
          )}
          {access ? (
            <div
              aria-hidden
              className="pointer-events-none absolute inset-0 bg-[linear-gradient(rgb(10_6_6/.72),rgb(10_6_6/0)_26%,rgb(10_6_6/0)_44%,rgb(10_6_6/.9)_76%)] lg:bg-[linear-gradient(rgb(10_6_6/.72),rgb(10_6_6/0)_26%)]"
            />
          ) : null}
        </div>
        {access ? (
          <OnAir access={access} media={media} video={video} onContinue={() => resume.mutate(access.id)} />
        ) : underWay ? (
          <div className="mt-6 lg:mt-0">
            <h2 className="d4 wrap-anywhere">{underWay.title}</h2>
            <p className="mt-2 text-muted">
              <Trans>This show is under way. Continue it here, or end it.</Trans>
            </p>
            <div className="mt-4 flex flex-wrap gap-2">
              <Button
                variant="primary"
                disabled={!camera}
                busy={resume.isPending}
                onClick={() => resume.mutate(underWay.id)}
              >
                <Trans>Continue here</Trans>
              </Button>
              <Button variant="danger" busy={end.isPending} onClick={() => end.mutate(underWay.id)}>
                <Trans>End show</Trans>
              </Button>
            </div>
          </div>
        ) : (
          <div className="mt-6 lg:mt-0">
            <OwnPlanned ready={camera} onStarted={setAccess} />
            <StartForm ready={camera} onStarted={setAccess} />
          </div>
        )}
      </div>
    </div>
  );
}

interface OnAirProps {
  access: Access;
  media: OwnMedia;
  video: React.RefObject<HTMLVideoElement | null>;
  onContinue(): void;
}

function OnAir({ access, media, video, onContinue }: OnAirProps) {
  const { data: live } = useLive(access.id);
  useEffect(() => {
    if (live?.state === 'over') go({ to: '/live/:id', params: { id: access.id }, replace: true });
  }, [live?.state, access.id]);
  return live ? <Studio live={live} access={access} media={media} video={video} onContinue={onContinue} /> : null;
}
