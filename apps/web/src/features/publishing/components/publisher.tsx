import { Trans, useLingui } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import type { ClassificationAnswers } from '@vlam/contract/rules/classification';
import { itemFiles } from '@vlam/contract/rules/item-files';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Images from 'lucide-react/icons/images';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { codeOf, fieldErrorsOf, messageOf } from '../../../lib/api.ts';
import { deleteDraft, readDraft, useDraft } from '../../../lib/draft.ts';
import { useForm } from '../../../lib/form.ts';
import { serverTime } from '../../../lib/helpers/clock.ts';
import { libraryRequest } from '../../../lib/helpers/picked-files.ts';
import { dismissToast, toast, toastError, toastQueue } from '../../../lib/toast.ts';
import type { StoredFile } from '../../../lib/uploads/queue.ts';
import { useSubmit } from '../api.ts';
import { usePublishMessage } from '../messages.ts';
import { type PreviewAuthor, toPreview } from '../preview.ts';
import { brokenMessage, checkPublishForm, emptyPublishForm, type MediaType, toPublishForm } from '../publish-form.ts';
import { timeText } from '../times.ts';
import { useFileUploads } from '../use-file-uploads.ts';
import { useSavedMessage } from '../use-saved-message.ts';
import { FileBox } from './file-box.tsx';
import { ProblemText } from './problem-text.tsx';
import { PublishFields } from './publish-fields.tsx';
import { RulesRows, type RulesSheet, RulesSheets } from './rules-rows.tsx';

interface PublisherProps {
  author: PreviewAuthor;
  /** A stored item to change; null for a new one. */
  item: ContentView | null;
  /** Renders the item as others will see it. */
  preview(item: ContentView): ReactNode;
  /** Beside the form on a wide screen, below the preview. */
  aside: ReactNode;
  /** Called when a new item is stored while the form stays open. */
  onStored(item: ContentView): void;
  onDone(item: ContentView): void;
}

/** Files of a stored item, as the form shows them. */
const storedFilesOf = (item: ContentView | null): StoredFile[] =>
  (item?.files ?? []).map(({ id, mediaType, sources }) => ({
    mediaId: id,
    kind: mediaType,
    previewUrl: sources[0]?.webp ?? '',
  }));

/** What was answered for the last item of this tab, and by whom: offered for the next one. */
let lastRating: { by: string; answers: ClassificationAnswers } | null = null;

/** Form, preview and buttons of an item. Input stays when publishing fails. */
export function Publisher({ author, item: given, preview, aside, onStored, onDone }: PublisherProps) {
  const { t } = useLingui();
  const translate = usePublishMessage();
  const savedMessage = useSavedMessage();
  const [saved, setSaved] = useState(given);
  const [sheet, setSheet] = useState<RulesSheet | null>(null);
  // Publishing asked for the rating, and goes on once there is one.
  const [publishing, setPublishing] = useState<'asks' | 'rated' | null>(null);
  // Why it was not published the last time, until it is tried again.
  const [problem, setProblem] = useState(given?.state === 'draft' ? (given.rules?.problem ?? null) : null);
  const isStep = useRef<'draft' | 'publish'>('publish');
  // Keyed by creator, so that another account on this device gets an empty form.
  const draft = `create:${author.id}`;
  const files = useRef({ hasFile: false, isBroken: false });
  const form = useForm(
    () => (given ? toPublishForm(given) : readDraft(draft, emptyPublishForm)),
    (values) =>
      checkPublishForm(values, {
        ...files.current,
        isRated: saved?.rules?.isClassified === true,
        isDraft: isStep.current === 'draft',
      }),
  );
  const scope = given ? `create:${given.id}` : draft;
  const isSound = form.values.mediaType === 'audio';
  const stored = useMemo(() => storedFilesOf(saved), [saved]);
  const { upload, file } = useFileUploads(isSound ? `${scope}:audio` : scope, form.values.mediaType, stored);
  const { items } = upload.uploads;
  const hasFile = 'address' in file;
  const hasOtherFiles = items.map(({ mediaId }) => mediaId).join() !== stored.map(({ mediaId }) => mediaId).join();
  useLayoutEffect(() => {
    files.current = { hasFile, isBroken: file.step === 'broken' };
  });
  useDraft(draft, saved ? emptyPublishForm : form.values);
  const [found] = useState(!given && (form.values.title !== '' || form.values.description !== ''));
  const submission = useSubmit(upload, setSaved);
  const pickFromLibrary = () =>
    libraryRequest.set({
      purpose: { for: 'item', max: isSound ? 1 : itemFiles.max - items.length, isSound },
      pick: ({ picked }) =>
        upload.uploads.queue.addStored(
          isSound ? `${scope}:audio` : scope,
          picked.map((each) => ({ ...each, previewUrl: each.previewUrl ?? '' })),
        ),
    });
  const { errors } = form;
  // An item is of the kind of its first file.
  const mediaType = (items[0]?.kind as MediaType | undefined) ?? form.values.mediaType;
  const recordings =
    mediaType === 'image' && items.every(({ kind }) => kind === 'image')
      ? null
      : items.flatMap(({ kind, mediaId }) => (kind !== 'image' && mediaId ? [mediaId] : []));
  const values = useMemo(() => ({ ...form.values, mediaType }), [form.values, mediaType]);
  const shown = useMemo(() => toPreview(values, file, author, saved), [values, file, author, saved]);
  const isDraft = saved === null || saved.state === 'draft';

  const failure = t`Failed to publish content. Please try again.`;
  const failed = (error: Error) => {
    const { mediaId, ...fields } = fieldErrorsOf(error);
    const aboutFile = mediaId ?? (codeOf(error) === 'MEDIA_NOT_READY' ? messageOf(error) : undefined);
    form.refuse(aboutFile ? { ...fields, source: aboutFile } : fields);
    // What publishing still lacks, in the server's sentence.
    if (codeOf(error) === 'CONFLICT') setProblem(messageOf(error) ?? null);
    toastError(t`Error`, failure);
  };
  const send = async (as: 'draft' | 'publish'): Promise<ContentView | null> => {
    // An error toast stays until dismissed; a retry replaces it.
    for (const each of toastQueue.get()) if (each.text === failure) dismissToast(each.id);
    setProblem(null);
    isStep.current = as;
    const isValid = form.validate();
    isStep.current = 'publish';
    if (!isValid) return null;
    const pick = items.length > 0 ? upload.pick() : null;
    try {
      const item = await submission.mutateAsync({ form: values, as, saved, pick });
      deleteDraft(draft);
      if (values.answers) lastRating = { by: author.id, answers: values.answers };
      setSaved(item);
      // What is typed from here on is a change of the stored item.
      form.set('answers', null);
      return item;
    } catch (error) {
      failed(error as Error);
      return null;
    }
  };
  const finish = async (as: 'draft' | 'publish') => {
    if (submission.isPending) return;
    const lacksRating = !values.answers && !saved?.rules?.isClassified;
    const item = await send(as);
    if (item) {
      toast(savedMessage(item, saved));
      onDone(item);
    } else if (as === 'publish' && lacksRating && hasFile && values.title.trim()) {
      setSheet('rating');
      setPublishing('asks');
    }
  };
  const publish = useEffectEvent(() => finish('publish'));
  useEffect(() => {
    if (publishing !== 'rated') return;
    setPublishing(null);
    void publish();
  }, [publishing]);
  const ensureDraft = async (): Promise<string | null> => {
    if (saved && !hasOtherFiles) return saved.id;
    const item = await send('draft');
    if (item && !saved) onStored(item);
    return item?.id ?? null;
  };

  const time = isDraft && values.publishAt ? timeText(values.publishAt, serverTime(Date.now())) : null;
  return (
    <div className="mt-6 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(320px,380px)] lg:items-start lg:gap-12">
      <form
        ref={form.ref}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void finish('publish');
        }}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5"
      >
        <FormSummary invalidCount={form.invalidCount} />
        {found ? (
          <p className="-mb-2 text-faint text-meta">
            <Trans>Draft kept.</Trans>
          </p>
        ) : null}
        <PublishFields form={form} mediaType={mediaType} asksKind={!saved && items.length === 0}>
          <FileBox
            upload={upload}
            saved={saved}
            more={
              items.length >= (isSound ? 1 : itemFiles.max) ? null : (
                <Button size="sm" icon={<Images size={18} />} onClick={pickFromLibrary}>
                  <Trans>From your library</Trans>
                </Button>
              )
            }
            error={
              (hasFile && errors.source?.startsWith('Choose a ')) ||
              (file.step !== 'broken' && errors.source === brokenMessage)
                ? undefined
                : translate(errors.source)
            }
          />
        </PublishFields>
        <RulesRows form={form} saved={saved} recordings={recordings} onSheet={setSheet} />
        <p role="alert" className={problem ? 'flex items-start gap-2 text-danger text-sm' : 'sr-only'}>
          {problem ? (
            <>
              <CircleAlert size={18} className="mt-px shrink-0" />
              <ProblemText problem={problem} />
            </>
          ) : null}
        </p>
        <div className="mt-1 flex flex-col-reverse gap-2 sm:flex-row sm:[&>:last-child]:flex-1">
          {isDraft ? (
            <Button size="lg" disabled={submission.isPending} onClick={() => void finish('draft')}>
              <Trans>Save as draft</Trans>
            </Button>
          ) : null}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            busy={submission.isPending}
            busyLabel={
              file.step === 'sending' ? (
                <Trans>Sending the file</Trans>
              ) : file.step === 'preparing' ? (
                <Trans>Preparing the file</Trans>
              ) : isDraft && submission.variables?.as !== 'draft' ? (
                <Trans>Publishing</Trans>
              ) : (
                <Trans>Saving</Trans>
              )
            }
          >
            {!isDraft ? (
              <Trans>Save changes</Trans>
            ) : time ? (
              <Trans>Schedule for {time}</Trans>
            ) : (
              <Trans>Publish</Trans>
            )}
          </Button>
        </div>
      </form>
      <RulesSheets
        form={form}
        saved={saved}
        recordings={recordings}
        sheet={sheet}
        ratedBefore={lastRating?.by === author.id ? lastRating.answers : null}
        publishes={publishing === 'asks'}
        onRated={() => setPublishing(publishing === 'asks' ? 'rated' : null)}
        onSheet={(next) => {
          setSheet(next);
          if (next === null) setPublishing((now) => (now === 'asks' ? null : now));
        }}
        ensureDraft={ensureDraft}
      />
      <aside className="mt-11 min-w-0 lg:sticky lg:top-24 lg:mt-0" aria-label={t`Preview and tips`}>
        {preview(shown)}
        {aside}
      </aside>
    </div>
  );
}
