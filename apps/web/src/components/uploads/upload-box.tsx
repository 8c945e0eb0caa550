import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type DragEvent, type ReactNode, Suspense, useEffect, useEffectEvent, useId, useState } from 'react';
import { lazyPart } from '../../lib/styles.ts';
import { toast } from '../../lib/toast.ts';
import { acceptedBy, kindOfFile } from '../../lib/uploads/file-rules.ts';
import { anyKindWords, kindWords } from '../../lib/uploads/messages.ts';
import type { Uploads } from '../../lib/uploads/use-uploads.ts';
import { kindIcons } from '../ui/kind-icons.ts';
import { CaptureButton } from '../uploads/capture-button.tsx';
import { UploadInput } from './upload-input.tsx';

const loadFiles = () => import('./upload-files.tsx').then((module) => module.UploadFiles);
const UploadFiles = lazyPart(loadFiles);

const picturesAndVideos = ['image', 'video'] as const;
const anyKind = ['image', 'video', 'audio'] as const;

interface UploadBoxProps {
  uploads: Uploads;
  /** Largest number of files; 1 by default. */
  max?: number;
  /** Under the files. */
  hint?: ReactNode;
  /** Puts the files in order; the first is the cover. */
  isOrdered?: boolean;
  /** The files are fixed: none is added, and the last one stays. */
  isFixed?: boolean;
  /** Beside the camera. */
  more?: ReactNode;
  /** The form's error for the files. */
  error: string | undefined;
}

/** Chooses, drops or pastes files, and shows how each travels. */
export function UploadBox({ uploads, max = 1, hint, isOrdered = false, isFixed = false, more, error }: UploadBoxProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const { queue, scope, kind, items, select } = uploads;
  const words = uploads.takesSound ? anyKindWords : kindWords[kind];
  const Icon = kindIcons[kind];
  const captured = uploads.takesSound ? anyKind : uploads.isMixed ? picturesAndVideos : [kind];
  const isEmpty = items.length === 0;
  const multiple = max > 1;
  const add = (files: readonly File[]) => {
    if (isFixed) return;
    if (!multiple) queue.clear(scope);
    const room = multiple ? max - items.length : 1;
    const [first] = files.slice(0, room).flatMap((file) => queue.add(scope, kindOfFile(file, uploads), [file]));
    if (first) select(first);
    if (files.length > room) toast({ tone: 'warning', title: t`At most ${max} files fit here` });
  };
  // Ahead, so that a chosen file is shown also when the line drops then.
  useEffect(() => void loadFiles().catch(() => undefined), []);
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
  const dropped = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setIsOver(false);
      const files = [...event.dataTransfer.files];
      if (files.length > 0) add(files);
    },
  };
  return (
    <div {...dropped} className={clsx('rounded-card', isOver && 'outline-2 outline-ink outline-offset-4')}>
      <p id={`${id}-label`} className="mb-1.5 font-semibold text-sm">
        {uploads.isMixed && !isEmpty ? <Trans>Files</Trans> : i18n._(words.label)}
      </p>
      {isEmpty ? (
        <UploadInput
          accept={acceptedBy(uploads)}
          multiple={multiple}
          onFiles={add}
          aria-invalid={error ? true : undefined}
          aria-labelledby={`${id}-label ${id}-text`}
          aria-describedby={error ? `${id}-error` : `${id}-help`}
          className={clsx(
            'flex min-h-35 flex-col items-center justify-center gap-2 rounded-card px-5 py-6 text-center inset-ring hover:bg-surface-3',
            isOver ? 'bg-surface-3' : 'bg-surface-2',
            error ? 'inset-ring-2 inset-ring-danger' : 'inset-ring-control',
          )}
        >
          <Icon size={28} strokeWidth={1.75} className="text-muted" />
          <span id={`${id}-text`} className="font-semibold">
            {i18n._(words.choose)}
          </span>
          <span id={`${id}-help`} className="text-meta text-muted">
            {i18n._(words.help)}
          </span>
        </UploadInput>
      ) : (
        <Suspense fallback={<div className="h-25" />}>
          <UploadFiles
            uploads={uploads}
            isNumbered={multiple}
            isOrdered={isOrdered}
            isFixed={isFixed}
            hasRoom={items.length < max && multiple && !isFixed}
            hint={hint}
            onFiles={add}
          />
        </Suspense>
      )}
      {!isFixed && (isEmpty || items.length < max) ? (
        <div className="mt-3 flex flex-wrap gap-2">
          {captured.map((each) => (
            <CaptureButton key={each} kind={each} onFile={(file) => add([file])} />
          ))}
          {more}
        </div>
      ) : null}
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-1.5 flex items-start gap-1.5 text-danger text-meta">
          <CircleAlert size={16} className="mt-px shrink-0" />
          {error}
        </p>
      ) : null}
    </div>
  );
}
