import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { WaitingPhoto } from '@vlam/contract/profiles-photos';
import { useState } from 'react';
import { KeyHint, QueueList } from '../../../components/staff-lists/queue-list.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { SoftPicture } from '../../../components/ui/soft-picture.tsx';
import { queryOf } from '../../../lib/api.ts';
import { Link } from '../../../lib/router.tsx';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { useDecidePhoto } from '../api.ts';
import { photoStateLabels } from '../labels.ts';
import { RefusalSheet } from './refusal-sheet.tsx';

interface WaitingPhotosProps {
  /** Lists all photos of this member instead, decided ones too. */
  profileId: string | null;
}

/** Members' photos and covers that wait for a decision, oldest first. */
export function WaitingPhotos({ profileId }: WaitingPhotosProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const [refused, setRefused] = useState<WaitingPhoto | null>(null);
  const [askedId, setAskedId] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(queryOf('listWaitingPhotos', { query: profileId ? { profileId } : {} }));
  const decide = useDecidePhoto({ onSuccess: () => toast({ title: t`Shown` }), onError: fail });
  const show = (photo: WaitingPhoto | undefined) => {
    if (photo && photo.state !== 'shown' && !decide.isPending) decide.mutate({ photoId: photo.id, decision: 'show' });
  };
  const refuse = (photo: WaitingPhoto | undefined) => {
    if (photo && (photo.state === 'waiting' || photo.state === 'shown')) setRefused(photo);
  };
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading photos`}>
        <SkeletonRows />
      </Loading>
    );
  if (data.length === 0)
    return profileId ? (
      <EmptyState title={<Trans>No photos</Trans>} text={<Trans>This member has the portrait drawn for them.</Trans>} />
    ) : (
      <EmptyState
        title={<Trans>Nothing is waiting</Trans>}
        text={<Trans>Photos of members who need review are listed here before others see them.</Trans>}
      />
    );
  return (
    <>
      <QueueList
        label={profileId ? t`Photos` : t`Waiting`}
        className="rise grid grid-cols-2 gap-x-3 gap-y-6 md:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5"
        rowKeys={{
          e: (index) => setAskedId(data[index]?.id ?? null),
          s: (index) => show(data[index]),
          r: (index) => refuse(data[index]),
        }}
        hint={
          <>
            <KeyHint keys={['E']}>
              <Trans>look</Trans>
            </KeyHint>
            <KeyHint keys={['S']}>
              <Trans>show it</Trans>
            </KeyHint>
            <KeyHint keys={['R']}>
              <Trans>refuse it</Trans>
            </KeyHint>
          </>
        }
      >
        {data.map((photo) => (
          <PhotoCard
            key={photo.id}
            photo={photo}
            busy={decide.isPending && decide.variables.photoId === photo.id}
            isAsked={photo.id === askedId}
            onShow={() => show(photo)}
            onRefuse={() => refuse(photo)}
          />
        ))}
      </QueueList>
      {refused ? <RefuseForm key={refused.id} photo={refused} onClose={() => setRefused(null)} /> : null}
    </>
  );
}

interface PhotoCardProps {
  photo: WaitingPhoto;
  busy: boolean;
  isAsked: boolean;
  onShow(): void;
  onRefuse(): void;
}

/** Shows the whole picture, because its owner may change the crop without another decision. */
function PhotoCard({ photo, busy, isAsked, onShow, onRefuse }: PhotoCardProps) {
  const { i18n, t } = useLingui();
  const { state } = photo;
  return (
    <li className="min-w-0 rounded-card outline-(--focus) outline-offset-6 has-[[data-row]:focus-visible]:outline-2">
      <SoftPicture
        src={photo.wholeUrl}
        alt={t`Photo of ${photo.displayName}`}
        className="aspect-[3/4] w-full rounded-card bg-surface-2"
        isAsked={isAsked}
      />
      <p className="mt-2 truncate font-semibold">
        <Link to="/profile/:id" params={{ id: photo.profileId }} data-row className="focus-visible:outline-none">
          {photo.displayName}
        </Link>
      </p>
      <p className="text-faint text-meta">
        {photo.role === 'cover' ? <Trans>Cover</Trans> : <Trans>Photo</Trans>} · <PostedAge at={photo.createdAt} />
        {state === 'waiting' ? null : <> · {i18n._(photoStateLabels[state])}</>}
      </p>
      <div className="mt-2 flex flex-wrap gap-2 [&>*]:flex-1">
        {state === 'waiting' || state === 'shown' ? (
          <Button size="sm" onClick={onRefuse} disabled={busy}>
            {state === 'shown' ? <Trans>Hide</Trans> : <Trans>Refuse</Trans>}
          </Button>
        ) : null}
        {state === 'shown' ? null : (
          <Button size="sm" variant="bone" onClick={onShow} busy={busy} busyLabel={<Trans>Saving</Trans>}>
            <Trans>Show</Trans>
          </Button>
        )}
      </div>
    </li>
  );
}

function RefuseForm({ photo, onClose }: { photo: WaitingPhoto; onClose(): void }) {
  const { t } = useLingui();
  const fail = useFailure();
  const decide = useDecidePhoto({
    onSuccess() {
      toast({ title: photo.state === 'shown' ? t`Hidden` : t`Refused` });
      onClose();
    },
    onError: fail,
  });
  return (
    <RefusalSheet
      title={<Trans>Why it is not shown</Trans>}
      intro={<Trans>{photo.displayName} reads this.</Trans>}
      action={photo.state === 'shown' ? <Trans>Hide</Trans> : <Trans>Refuse</Trans>}
      busy={decide.isPending}
      onClose={onClose}
      onRefuse={(reason) => decide.mutate({ photoId: photo.id, decision: 'refuse', reason })}
    />
  );
}
