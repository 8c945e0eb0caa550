import { DisputeList } from '../../features/administration/components/dispute-list.tsx';
import { Picture } from '../../features/content/components/picture.tsx';

/** Disputed requests, with the delivery as both sides see it. */
export function Disputes() {
  return (
    <DisputeList
      renderFile={(delivery, title) => (
        <Picture
          item={{ ...delivery, isLocked: false, previewUrl: '' }}
          alt={title}
          sizes="(min-width: 768px) 464px, 100vw"
          className="object-contain"
        />
      )}
    />
  );
}
