import { Trans, useLingui } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { codeOf, fieldErrorsOf, messageOf } from '../../../lib/api.ts';
import { deleteDraft, readDraft, useDraft } from '../../../lib/draft.ts';
import { useForm } from '../../../lib/form.ts';
import { dismissToast, toast, toastError, toastQueue } from '../../../lib/toast.ts';
import { usePublish } from '../api.ts';
import { usePublishMessage } from '../messages.ts';
import { type PreviewAuthor, toPreview } from '../preview.ts';
import { checkPublishForm, emptyPublishForm } from '../publish-form.ts';
import { usePictureUpload } from '../use-picture-upload.ts';
import { FileBox } from './file-box.tsx';
import { PublishFields } from './publish-fields.tsx';

interface PublisherProps {
  author: PreviewAuthor;
  /** Renders the item as others will see it. */
  preview(item: ContentView): ReactNode;
  /** Beside the form on a wide screen, below the preview. */
  aside: ReactNode;
  onPublished(item: ContentView): void;
}

/** Form, preview and publish button. Input stays when publishing fails. */
export function Publisher({ author, preview, aside, onPublished }: PublisherProps) {
  const { t } = useLingui();
  const translate = usePublishMessage();
  const { upload, file } = usePictureUpload();
  const hasFile = 'address' in file && file.step !== 'failed';
  // Keyed by creator, so that another account on this device gets an empty form.
  const draft = `create:${author.id}`;
  const form = useForm(
    () => readDraft(draft, emptyPublishForm),
    (values) => checkPublishForm(values, hasFile),
  );
  useDraft(draft, form.values);
  const [found] = useState(form.values.title !== '' || form.values.description !== '');
  const publish = usePublish(upload);
  const { values, errors } = form;
  const item = useMemo(() => toPreview(values, file, author), [values, file, author]);

  const failure = t`Failed to publish content. Please try again.`;
  const failed = (error: Error) => {
    const { mediaId, ...fields } = fieldErrorsOf(error);
    const aboutFile =
      mediaId ?? (codeOf(error) === 'CONFLICT' || codeOf(error) === 'MEDIA_NOT_READY' ? messageOf(error) : undefined);
    form.refuse(aboutFile ? { ...fields, source: aboutFile } : fields);
    toastError(t`Error`, failure);
  };
  const submit = () => {
    if (publish.isPending) return;
    // An error toast stays until dismissed; a retry replaces it.
    for (const shown of toastQueue.get()) if (shown.text === failure) dismissToast(shown.id);
    if (!form.validate()) return;
    // Only pictures can be published; the form explains that.
    if (values.mediaType !== 'image') return;
    publish.mutate(
      { form: values, pick: upload.pick() },
      {
        onSuccess: (published) => {
          deleteDraft(draft);
          if (published.state === 'review')
            toast({ title: t`Success!`, text: t`Your content has been sent. A moderator looks at it first.` });
          else toast({ title: t`Success!`, text: t`Your content has been published` });
          onPublished(published);
        },
        onError: failed,
      },
    );
  };

  return (
    <div className="mt-6 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(320px,380px)] lg:items-start lg:gap-12">
      <form
        ref={form.ref}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5"
      >
        <FormSummary invalidCount={form.invalidCount} />
        {found ? (
          <p className="-mb-2 text-faint text-meta">
            <Trans>Draft kept. Only the picture is chosen again.</Trans>
          </p>
        ) : null}
        <PublishFields form={form}>
          <FileBox
            upload={upload}
            file={file}
            error={hasFile && errors.source === 'Choose a picture' ? undefined : translate(errors.source)}
          />
        </PublishFields>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="mt-1"
          disabled={values.mediaType !== 'image'}
          busy={publish.isPending}
          busyLabel={file.step === 'sending' ? <Trans>Sending the picture</Trans> : <Trans>Publishing</Trans>}
        >
          <Trans>Publish</Trans>
        </Button>
      </form>
      <aside className="mt-11 min-w-0 lg:sticky lg:top-24 lg:mt-0" aria-label={t`Preview and tips`}>
        {preview(item)}
        {aside}
      </aside>
    </div>
  );
}
