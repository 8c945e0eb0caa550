import { useLingui } from '@lingui/react/macro';
import type { ContentFile, ContentView } from '@vlam/contract/content';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Expand from 'lucide-react/icons/expand';
import Play from 'lucide-react/icons/play';
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { RatingTag } from '../../../components/ui/rating-tag.tsx';
import { Link } from '../../../lib/router.tsx';
import { Picture } from './picture.tsx';
import { countFiles, SetBadge } from './set-badge.tsx';

interface SetViewProps {
  item: ContentView;
  /** The file to begin with. */
  fileId: string | null;
  frame: RefObject<HTMLDivElement | null>;
  /** For focus after a purchase. */
  tabIndex: number | undefined;
  onEnlarge?: ((item: ContentView, fileId: string) => void) | undefined;
  /** Called when a video is opened. */
  onLeave(): void;
}

const cover = (item: ContentView): ContentFile => ({ ...item, id: item.id });

/** The files of an item one beside the other: swiped, or turned by buttons and arrow keys. */
export function SetView({ item, fileId, frame, tabIndex, onEnlarge, onLeave }: SetViewProps) {
  const { t } = useLingui();
  const { title } = item;
  const count = countFiles(item);
  // Until they are read, only the cover is shown.
  const files = item.files && item.files.length > 0 ? item.files : [cover(item)];
  const first = Math.max(
    0,
    files.findIndex(({ id }) => id === fileId),
  );
  const [asked, setAsked] = useState(first);
  const index = Math.min(asked, files.length - 1);
  const row = useRef<HTMLUListElement>(null);
  const show = (next: number, behavior: ScrollBehavior = 'auto') => {
    const list = row.current;
    if (!list || !files[next]) return;
    setAsked(next);
    list.scrollTo({ left: next * list.clientWidth, behavior });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the files are there.
  useLayoutEffect(() => {
    if (first > 0) show(first);
  }, [files.length > 1]);
  const turn = (step: 1 | -1) =>
    show(index + step, matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth');
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as 1 | -1 | undefined;
    if (!step) return;
    event.preventDefault();
    turn(step);
  };
  const place = index + 1;
  return (
    <section
      ref={frame}
      tabIndex={tabIndex}
      data-slot="toast-free"
      aria-label={t`Files of ${title}`}
      onKeyDown={handleKey}
      className="reveal relative mx-auto aspect-[4/5] max-h-[62dvh] w-full overflow-hidden sm:max-h-[50dvh] rounded-card bg-surface-2 outline-none"
    >
      <p role="status" className="sr-only">
        {t`File ${place} of ${count}`}
      </p>
      <ul
        ref={row}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys turn it.
        tabIndex={0}
        aria-label={t`Swipe, or use the arrow keys`}
        onScroll={({ currentTarget }) => {
          const seen = Math.round(currentTarget.scrollLeft / currentTarget.clientWidth);
          if (seen !== index) setAsked(seen);
        }}
        className="no-scrollbar flex h-full snap-x snap-mandatory overflow-x-auto -outline-offset-2"
      >
        {files.map((file, at) => (
          <li key={file.id} inert={at !== index} className="relative h-full w-full shrink-0 snap-center snap-always">
            <Picture
              item={{ ...file, previewUrl: item.previewUrl, isLocked: false }}
              alt={at === 0 ? title : t`${title}, file ${at + 1}`}
              sizes="(min-width: 768px) 464px, 100vw"
              eager={at === 0}
              className="object-contain!"
            />
            {file.mediaType !== 'image' ? (
              <Link
                to="/watch/:id"
                params={{ id: item.id }}
                search={file.id === item.id ? {} : { file: file.id }}
                onClick={onLeave}
                aria-label={t`Play ${title}`}
                className="absolute inset-0 grid place-items-center text-on-picture -outline-offset-2"
              >
                <span className="inline-flex size-18 items-center justify-center rounded-pill bg-picture-disc">
                  <Play size={32} strokeWidth={1.75} className="ml-1" />
                </span>
              </Link>
            ) : onEnlarge ? (
              <button
                type="button"
                aria-label={t`Enlarge ${title}`}
                onClick={() => onEnlarge(item, file.id)}
                className="absolute inset-0 flex cursor-zoom-in items-end justify-end p-3 text-on-picture -outline-offset-2"
              >
                <span className="inline-flex size-11 items-center justify-center rounded-pill bg-picture-disc">
                  <Expand size={20} strokeWidth={1.75} />
                </span>
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      <RatingTag item={item} className="absolute top-3 left-3 bg-picture-tag text-on-picture" />
      <SetBadge count={count} place={place} className="absolute top-3 right-3" />
      {files.length > 1 ? (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center gap-2 *:pointer-events-auto">
          <Turn label={t`Previous file`} isOff={index === 0} onClick={() => turn(-1)}>
            <ChevronLeft size={22} />
          </Turn>
          <Turn label={t`Next file`} isOff={index === files.length - 1} onClick={() => turn(1)}>
            <ChevronRight size={22} />
          </Turn>
        </div>
      ) : null}
    </section>
  );
}

interface TurnProps {
  label: string;
  /** Dimmed, but keeps the focus, so that the keys still work. */
  isOff: boolean;
  onClick(): void;
  children: ReactNode;
}

const Turn = ({ label, isOff, onClick, children }: TurnProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isOff}
    onClick={isOff ? undefined : onClick}
    className="press inline-flex size-11 items-center justify-center rounded-pill bg-picture-disc text-on-picture aria-disabled:opacity-40"
  >
    {children}
  </button>
);
