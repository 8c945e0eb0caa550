import { Trans, useLingui } from '@lingui/react/macro';
import type { OwnPhoto } from '@vlam/contract/profiles-photos';
import Plus from 'lucide-react/icons/plus';
import { Portrait } from '../../../components/ui/avatar.tsx';
import type { usePhotoEditing } from '../use-photo-editing.ts';
import { PhotoInput, PhotoStateTag } from './photo-tile.tsx';
import { PhotoTools } from './photo-tools.tsx';

interface CoverSectionProps {
  cover: OwnPhoto | null;
  editing: ReturnType<typeof usePhotoEditing>;
}

/** The wide picture behind a creator's name. */
export function CoverSection({ cover, editing }: CoverSectionProps) {
  const { t } = useLingui();
  return (
    <section className="mt-6 border-line border-t pt-5">
      <h3 className="font-semibold">
        <Trans>Cover</Trans>
      </h3>
      <p className="mt-1 mb-3 text-muted text-sm">
        <Trans>Behind your name on wide screens.</Trans>
      </p>
      {cover ? (
        <>
          <div className="relative mb-3 overflow-hidden rounded-card">
            <Portrait src={cover.url} width={1176} height={520} className="w-full" />
            <PhotoStateTag state={cover.state} className="absolute bottom-2 left-2" />
          </div>
          <PhotoTools photo={cover} onCrop={() => editing.crop('cover', cover)} onRemove={editing.removeCover} />
        </>
      ) : (
        <PhotoInput
          label={t`Add a cover`}
          onFile={(file) => editing.pick('cover', file)}
          className="grid aspect-[1176/520] w-full place-items-center rounded-card bg-surface-2 hover:bg-surface-3"
        >
          <Plus size={24} aria-hidden />
        </PhotoInput>
      )}
    </section>
  );
}
