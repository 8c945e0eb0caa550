import { Trans, useLingui } from '@lingui/react/macro';
import type { WaitingPhotoCheck } from '@vlam/contract/profiles-photo-check';
import { clsx } from 'clsx';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { KeyCap } from '../../../components/ui/key-cap.tsx';
import { poseTexts, SelfiePoseDrawing } from '../../../components/ui/selfie-pose.tsx';
import { type Softened, SoftenedButtons, softClass, useSoftened } from '../../../components/ui/soft-picture.tsx';
import { useKeys } from '../../../lib/helpers/use-keys.ts';
import { Link } from '../../../lib/router.tsx';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { useDecidePhotoCheck } from '../api.ts';
import { RefusalSheet } from './refusal-sheet.tsx';

interface PhotoCheckCaseProps {
  each: WaitingPhotoCheck;
  /** Back to the list, where it does not stand beside the case. */
  onBack(): void;
  onDecided(): void;
}

/** A selfie beside the first photo, the pose it was to show, and the decision. */
export function PhotoCheckCase({ each, onBack, onDecided }: PhotoCheckCaseProps) {
  const { t, i18n } = useLingui();
  const fail = useFailure();
  const [refusing, setRefusing] = useState(false);
  const decide = useDecidePhotoCheck({
    onSuccess() {
      toast({ title: t`Photo verified`, text: each.displayName });
      onDecided();
    },
    onError: fail,
  });
  // Verify needs a seen selfie: the picture loads after the case, and is blurred until it is asked for.
  const [isLoaded, setLoaded] = useState(false);
  const soft = useSoftened();
  const isSeen = isLoaded && soft.isShown;
  const approve = () => {
    if (isSeen && !decide.isPending) decide.mutate({ id: each.id, decision: 'approve' });
  };
  const canDecide = !each.isOwn;
  useKeys(canDecide ? { e: soft.show, a: approve, r: () => setRefusing(true) } : {});
  return (
    <section aria-label={t`Check of ${each.displayName}`} className="rise">
      <div className="flex items-center gap-2">
        <IconButton label={t`Back to the list`} onClick={onBack} className="-ml-2.5 lg:hidden">
          <ArrowLeft size={20} />
        </IconButton>
        <h2 className="d3 min-w-0 truncate">
          <Link to="/profile/:id" params={{ id: each.profileId }}>
            {each.displayName}
          </Link>
        </h2>
      </div>
      {each.isOwn ? (
        <p className="mt-4 text-muted">
          <Trans>This is your own selfie. Another moderator decides about it.</Trans>
        </p>
      ) : (
        <>
          <div className="mt-4 grid grid-cols-2 gap-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_148px] lg:gap-3.5">
            <Picture
              soft={soft}
              src={each.selfieUrl}
              alt={t`Selfie of ${each.displayName}`}
              onLoad={() => setLoaded(true)}
            >
              <Trans>Selfie</Trans>
            </Picture>
            <Picture soft={soft} src={each.photoUrl} alt={t`First photo of ${each.displayName}`}>
              <Trans>First photo</Trans>
            </Picture>
            <div className="col-span-2 mt-2 flex items-center gap-4 border-line border-y py-3 lg:col-span-1 lg:mt-0 lg:flex-col lg:items-start lg:self-start lg:border-0 lg:py-0">
              <SelfiePoseDrawing pose={each.pose} className="size-18 shrink-0 lg:size-37" />
              <div className="min-w-0">
                <p className="font-semibold">
                  <Trans>The pose they were shown</Trans>
                </p>
                <p className="text-muted text-sm">{i18n._(poseTexts[each.pose])}</p>
              </div>
            </div>
          </div>
          <div className="mt-3">
            <SoftenedButtons soft={soft} count={2} keyCap="E" />
          </div>
          <p className="mt-3 text-muted text-sm">
            <Trans>
              Verify it only if the same adult is in both, holds this pose, and the selfie was taken by a camera. The
              selfie is deleted with your decision.
            </Trans>
          </p>
          <div className="mt-5 flex gap-2 [&>*]:flex-1">
            <Button size="lg" disabled={decide.isPending} onClick={() => setRefusing(true)}>
              <Trans>Refuse</Trans>
              <KeyCap>R</KeyCap>
            </Button>
            <Button
              size="lg"
              variant="primary"
              disabled={!isSeen}
              busy={decide.isPending}
              busyLabel={<Trans>Saving</Trans>}
              onClick={approve}
            >
              <Trans>Verify</Trans>
              <KeyCap>A</KeyCap>
            </Button>
          </div>
        </>
      )}
      {refusing ? <RefuseCheck each={each} onClose={() => setRefusing(false)} onDecided={onDecided} /> : null}
    </section>
  );
}

interface PictureProps {
  soft: Softened;
  src: string;
  alt: string;
  onLoad?(): void;
  children: ReactNode;
}

const Picture = ({ soft, src, alt, onLoad, children }: PictureProps) => (
  <figure className="min-w-0">
    <div className="aspect-[3/4] max-h-[62vh] w-full overflow-hidden rounded-card bg-surface-2 lg:max-h-[46vh]">
      <img
        src={src}
        alt={soft.isShown ? alt : ''}
        onLoad={onLoad}
        className={clsx('size-full object-contain', softClass(soft))}
      />
    </div>
    <figcaption className="mt-1.5 text-faint text-meta">{children}</figcaption>
  </figure>
);

interface RefuseCheckProps {
  each: WaitingPhotoCheck;
  onClose(): void;
  onDecided(): void;
}

function RefuseCheck({ each, onClose, onDecided }: RefuseCheckProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const decide = useDecidePhotoCheck({
    onSuccess() {
      toast({ title: t`Refused`, text: each.displayName });
      onClose();
      onDecided();
    },
    onError: fail,
  });
  return (
    <RefusalSheet
      title={<Trans>Why it is not verified</Trans>}
      intro={<Trans>{each.displayName} reads this, and may try again.</Trans>}
      action={<Trans>Refuse</Trans>}
      busy={decide.isPending}
      onClose={onClose}
      onRefuse={(reason) => decide.mutate({ id: each.id, decision: 'refuse', reason })}
    />
  );
}
