import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OwnPhotoCheck, SelfiePose } from '@vlam/contract/profiles-photo-check';
import Camera from 'lucide-react/icons/camera';
import { type ReactNode, useState } from 'react';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { poseTexts, SelfiePoseDrawing } from '../../../components/ui/selfie-pose.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { SheetFoot } from '../../../components/ui/sheet-foot.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { CaptureSheet } from '../../../components/uploads/capture-sheet.tsx';
import { formatTime } from '../../../lib/format.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { photoCheckQuery, usePhotoCheckStep } from '../photo-check-api.ts';
import { useSelfie } from '../use-selfie.ts';
import { AgreeCheckbox } from './agree-checkbox.tsx';
import { PhotoInput } from './photo-tile.tsx';

interface StepProps {
  check: OwnPhotoCheck;
  onClose(): void;
}

/** Has the first photo compared with a selfie: consent, pose, camera, state. */
export function PhotoCheckSheet({ onClose }: { onClose(): void }) {
  const { data, error, refetch } = useQuery({ ...photoCheckQuery, refetchOnMount: 'always' });
  if (data?.state === 'posed' && data.pose) return <PoseStep check={data} pose={data.pose} onClose={onClose} />;
  if (data?.state === 'waiting' || data?.state === 'verified') return <StateStep check={data} onClose={onClose} />;
  if (data) return <ConsentStep check={data} onClose={onClose} />;
  return (
    <Sheet open onClose={onClose} title={<Trans>Verify your photo</Trans>}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-80 rounded-card" />}
    </Sheet>
  );
}

/** What the selfie is for, and the consent, before anything is taken. */
function ConsentStep({ check, onClose }: StepProps) {
  const fail = useFailure();
  const step = usePhotoCheckStep();
  const [agreed, setAgreed] = useState(false);
  const { state, reason, triesLeft } = check;
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Trans>Verify your photo</Trans>}
      locked={step.isPending}
      actions={
        <SheetFoot
          onCancel={onClose}
          action={<Trans>Show me a pose</Trans>}
          busy={step.isPending}
          busyLabel={<Trans>Choosing a pose</Trans>}
          disabled={!agreed || triesLeft === 0}
          onConfirm={() => step.mutate({ step: 'start' }, { onError: fail })}
        />
      }
    >
      {state === 'refused' ? (
        <p className="mb-4 rounded-md bg-danger-soft px-4 py-3 text-danger">
          <Trans>A moderator refused it: {reason}</Trans>
        </p>
      ) : state === 'expired' ? (
        <p className="mb-4 text-muted">
          <Trans>Your first photo has changed, so the check starts again.</Trans>
        </p>
      ) : null}
      <p className="max-w-[48ch]">
        <Trans>
          Take a selfie in a pose we choose. A moderator compares it with your first photo, and your profile then says
          that the photo is verified.
        </Trans>
      </p>
      <ul className="mt-4 text-muted">
        <Fact>
          <Trans>Only moderators can open the selfie, and every time they do is recorded.</Trans>
        </Fact>
        <Fact>
          <Trans>It is deleted with their decision, at the latest after thirty days.</Trans>
        </Fact>
        <Fact>
          <Trans>It is your choice. You can withdraw at any time, and everything else works without it.</Trans>
        </Fact>
      </ul>
      <AgreeCheckbox checked={agreed} onChange={setAgreed}>
        <Trans>
          I agree that a moderator compares this selfie with my first photo, and staff with an identity document I send.
          It is used for nothing else, and deleted once they have decided.
        </Trans>
      </AgreeCheckbox>
      {triesLeft === 0 ? (
        <p className="mt-2 text-muted text-sm">
          <Trans>You have seen today's poses. Come back tomorrow.</Trans>
        </p>
      ) : null}
    </Sheet>
  );
}

const Fact = ({ children }: { children: ReactNode }) => (
  <li className="border-line border-t py-3 text-sm last:border-b">{children}</li>
);

/** The pose, the camera or a file, and a look at the selfie before it is sent. */
function PoseStep({ check, pose, onClose }: StepProps & { pose: SelfiePose }) {
  const { i18n, t } = useLingui();
  const [capturing, setCapturing] = useState(false);
  const { taken, problem, isSending, take, send } = useSelfie();
  const hasCamera = Boolean(navigator.mediaDevices);
  if (capturing)
    return (
      <CaptureSheet
        kind="image"
        guide={<SelfiePoseDrawing pose={pose} className="size-24 rounded-md bg-picture-tag p-1 text-on-picture" />}
        onFile={take}
        onClose={() => setCapturing(false)}
      />
    );
  const camera = (
    <Button
      size="lg"
      variant={taken ? 'quiet' : 'primary'}
      icon={<Camera size={18} />}
      disabled={isSending}
      onClick={() => setCapturing(true)}
    >
      {taken ? <Trans>Again</Trans> : <Trans>Take selfie</Trans>}
    </Button>
  );
  const file = (
    <PhotoInput
      camera
      label={t`Choose a selfie`}
      onFile={take}
      className={buttonStyle({ size: 'lg', variant: taken || hasCamera ? 'quiet' : 'primary' })}
    >
      {taken ? <Trans>Again</Trans> : <Trans>Choose a file</Trans>}
    </PhotoInput>
  );
  return (
    <Sheet
      open
      onClose={onClose}
      locked={isSending}
      title={i18n._(poseTexts[pose])}
      intro={check.poseUntil ? <Trans>This pose is yours until {formatTime(check.poseUntil)}.</Trans> : null}
      actions={
        taken ? (
          <>
            {hasCamera ? camera : file}
            <Button
              size="lg"
              variant="primary"
              busy={isSending}
              busyLabel={<Trans>Sending</Trans>}
              onClick={() => void send()}
            >
              <Trans>Send the selfie</Trans>
            </Button>
          </>
        ) : hasCamera ? (
          <>
            {file}
            {camera}
          </>
        ) : (
          file
        )
      }
    >
      <div className="grid grid-cols-2 items-stretch gap-2">
        <figure className="grid place-items-center rounded-card bg-surface-2">
          <SelfiePoseDrawing pose={pose} className="w-full max-w-56" />
        </figure>
        {taken ? (
          <img
            src={taken.src}
            alt={t`Your selfie`}
            className="aspect-[3/4] size-full rounded-card bg-surface-2 object-cover"
          />
        ) : check.photoUrl ? (
          <img
            src={check.photoUrl}
            alt={t`What the selfie is compared with`}
            className="aspect-[3/4] w-full rounded-card bg-surface-2 object-cover"
          />
        ) : null}
      </div>
      <p className="mt-3 text-muted text-sm">
        {taken ? (
          <Trans>Your face and your hand should both be seen clearly.</Trans>
        ) : (
          <Trans>Your face should be seen as clearly as in your first photo, without sunglasses or a filter.</Trans>
        )}
      </p>
      {problem ? (
        <p role="alert" className="mt-3 text-danger text-sm">
          {problem}
        </p>
      ) : null}
    </Sheet>
  );
}

/** A selfie that waits, or a photo that is verified; both can be withdrawn. */
function StateStep({ check, onClose }: StepProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const step = usePhotoCheckStep();
  const [asking, setAsking] = useState(false);
  const isWaiting = check.state === 'waiting';
  return (
    <Sheet
      open
      onClose={onClose}
      locked={step.isPending}
      title={isWaiting ? <Trans>Your selfie waits</Trans> : <Trans>Your photo is verified</Trans>}
      actions={
        asking ? (
          <SheetFoot
            onCancel={() => setAsking(false)}
            cancel={<Trans>Keep it</Trans>}
            action={isWaiting ? <Trans>Delete the selfie</Trans> : <Trans>Remove the badge</Trans>}
            variant="danger"
            busy={step.isPending}
            busyLabel={<Trans>Deleting</Trans>}
            onConfirm={() => step.mutate({ step: 'withdraw' }, { onSuccess: onClose, onError: fail })}
          />
        ) : (
          <>
            <Button size="lg" onClick={() => setAsking(true)}>
              <Trans>Withdraw</Trans>
            </Button>
            <Button size="lg" variant="bone" onClick={onClose}>
              <Trans>Done</Trans>
            </Button>
          </>
        )
      }
    >
      <div className="flex items-start gap-4">
        {check.photoUrl ? (
          <img
            src={check.photoUrl}
            alt={t`What the selfie is compared with`}
            className="aspect-[3/4] w-28 shrink-0 rounded-card bg-surface-2 object-cover"
          />
        ) : null}
        <p className="text-muted">
          {asking ? (
            isWaiting ? (
              <Trans>The selfie is deleted at once and no moderator sees it.</Trans>
            ) : (
              <Trans>The badge goes at once. You can have your photo verified again later.</Trans>
            )
          ) : isWaiting ? (
            <Trans>
              A moderator compares it with this photo. Another first photo, or another crop, ends the check.
            </Trans>
          ) : (
            <Trans>
              A moderator compared this photo with your selfie, which is deleted. Another first photo, or another crop,
              takes the badge away.
            </Trans>
          )}
        </p>
      </div>
    </Sheet>
  );
}
