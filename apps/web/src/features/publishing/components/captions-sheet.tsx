import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CaptionsRefused } from '@vlam/contract/rules/caption-file';
import { type CaptionLanguage, captionEndings, captionLanguages, captionLimits } from '@vlam/contract/rules/captions';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Trash from 'lucide-react/icons/trash-2';
import Upload from 'lucide-react/icons/upload';
import { useState } from 'react';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { UploadInput } from '../../../components/uploads/upload-input.tsx';
import { messageOf } from '../../../lib/api.ts';
import { captionLanguageName } from '../../../lib/caption-languages.ts';
import { refusalMessages, useCaptionChanges, useCaptionFiles } from '../caption-files.ts';

interface CaptionsSheetProps {
  open: boolean;
  onClose(): void;
  /** The videos or the sound of the item; those that have not begun to be sent are left out. */
  mediaIds: readonly string[];
}

/** The captions of an item's recordings, one file a language. They are stored at once. */
export function CaptionsSheet({ open, onClose, mediaIds }: CaptionsSheetProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Captions</Trans>}
      intro={<Trans>For people who cannot hear it, or have the sound off. WebVTT or SRT, one file a language.</Trans>}
    >
      {mediaIds.length === 0 ? (
        <p className="text-muted">
          <Trans>Choose the video or sound first. Captions are kept with it.</Trans>
        </p>
      ) : (
        <div className="grid gap-8">
          {mediaIds.map((mediaId, index) => (
            <section key={mediaId} className="min-w-0">
              {mediaIds.length > 1 ? (
                <h3 className="mb-2 font-semibold">
                  <Trans>
                    Video {index + 1} of {mediaIds.length}
                  </Trans>
                </h3>
              ) : null}
              <FileCaptions mediaId={mediaId} />
            </section>
          ))}
        </div>
      )}
    </Sheet>
  );
}

function FileCaptions({ mediaId }: { mediaId: string }) {
  const { t } = useLingui();
  const [files] = useCaptionFiles([mediaId]);
  const { put, remove } = useCaptionChanges(mediaId);
  const [wanted, setWanted] = useState<CaptionLanguage | null>(null);
  const stored = files ?? [];
  const free = captionLanguages.filter((each) => !stored.some(({ language }) => language === each));
  const language = wanted && free.includes(wanted) ? wanted : null;
  const nameOf = (each: CaptionLanguage) => captionLanguageName(each, t);
  const isFull = stored.length >= captionLimits.languages;
  const isBusy = put.isPending || remove.isPending;
  const send = (to: CaptionLanguage, file: File | undefined) => {
    if (!file || isBusy) return;
    remove.reset();
    put.mutate({ file, language: to });
  };
  const error = put.error ?? remove.error;
  return (
    <>
      <ul className="mb-5 empty:hidden">
        {stored.map(({ language: each, cues }) => (
          <li key={each} className="flex min-h-14 items-center gap-2 border-line border-b py-1">
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{nameOf(each)}</span>
              <span className="text-muted text-sm tabular-nums">
                <Plural value={cues} one="# caption" other="# captions" />
              </span>
            </span>
            <UploadInput
              accept={captionEndings.join(',')}
              aria-label={t`Replace the captions in ${nameOf(each)}`}
              disabled={isBusy}
              onFiles={([file]) => send(each, file)}
              className={buttonStyle({ size: 'sm' })}
            >
              <Trans>Replace</Trans>
            </UploadInput>
            <IconButton
              label={t`Remove the captions in ${nameOf(each)}`}
              disabled={isBusy}
              onClick={() => {
                put.reset();
                remove.mutate(each);
              }}
            >
              <Trash size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
      {isFull ? (
        <p className="text-muted">
          <Trans>It has captions in {captionLimits.languages} languages, which is the most.</Trans>
        </p>
      ) : (
        <div className="grid gap-3">
          <Field label={<Trans>Language</Trans>}>
            <Select
              name="caption-language"
              value={language ?? ''}
              placeholder={t`Choose a language`}
              options={free.map((value) => ({ value, label: nameOf(value) }))}
              onChange={({ currentTarget: { value } }) => setWanted(value as CaptionLanguage)}
            />
          </Field>
          <UploadInput
            accept={captionEndings.join(',')}
            disabled={language === null || isBusy}
            onFiles={([file]) => language && send(language, file)}
            className={buttonStyle({
              variant: language === null ? 'quiet' : 'bone',
              full: true,
              className: language === null ? 'opacity-60' : '',
            })}
          >
            <Upload size={18} aria-hidden />
            {put.isPending ? <Trans>Sending</Trans> : <Trans>Add a file</Trans>}
          </UploadInput>
        </div>
      )}
      <p role="alert" className={error ? 'mt-4 flex items-start gap-2 text-danger text-sm' : 'sr-only'}>
        {error ? (
          <>
            <CircleAlert size={18} className="mt-px shrink-0" />
            <Refusal error={error} />
          </>
        ) : null}
      </p>
    </>
  );
}

function Refusal({ error }: { error: Error }) {
  const { t } = useLingui();
  if (!(error instanceof CaptionsRefused)) return messageOf(error) ?? <Trans>It was not stored. Try once more.</Trans>;
  const reason = t(refusalMessages[error.kind]);
  return error.line === null ? (
    reason
  ) : (
    <Trans>
      Line {error.line}: {reason}
    </Trans>
  );
}
