import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import { type ClassificationAnswers, classify } from '@vlam/contract/rules/classification';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Captions from 'lucide-react/icons/captions';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Hash from 'lucide-react/icons/hash';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Users from 'lucide-react/icons/users';
import { type ReactNode, Suspense, useId } from 'react';
import { ErrorBoundary } from '../../../components/ui/error-state.tsx';
import { ratingText } from '../../../components/ui/rating-tag.tsx';
import { sheetRow } from '../../../components/ui/sheet-row.ts';
import { captionLanguageName } from '../../../lib/caption-languages.ts';
import type { FormState } from '../../../lib/form.ts';
import { serverTime } from '../../../lib/helpers/clock.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { usePeople } from '../api.ts';
import { useCaptionFiles } from '../caption-files.ts';
import { usePublishMessage } from '../messages.ts';
import type { PublishForm } from '../publish-form.ts';
import { timeText } from '../times.ts';

const RatingSheet = lazyPart(() => import('./rating-sheet.tsx').then((module) => module.RatingSheet));
const PeopleSheet = lazyPart(() => import('./people-sheet.tsx').then((module) => module.PeopleSheet));
const WhenSheet = lazyPart(() => import('./when-sheet.tsx').then((module) => module.WhenSheet));
const CaptionsSheet = lazyPart(() => import('./captions-sheet.tsx').then((module) => module.CaptionsSheet));
const TagsSheet = lazyPart(() => import('./tags-sheet.tsx').then((module) => module.TagsSheet));

export type RulesSheet = 'rating' | 'people' | 'when' | 'captions' | 'tags';

interface RulesProps {
  form: FormState<PublishForm>;
  /** The stored item; null for a new one. */
  saved: ContentView | null;
  /** Its videos or its sound; null for pictures alone. */
  recordings: readonly string[] | null;
  onSheet(sheet: RulesSheet | null): void;
}

/** Rating, people, time, captions and tags of an item: rows that show their answer and open `RulesSheets`. */
export function RulesRows({ form, saved, recordings, onSheet }: RulesProps) {
  const translate = usePublishMessage();
  const { values, errors } = form;
  return (
    <div className="border-line border-y">
      <Row
        icon={<ShieldCheck size={20} aria-hidden />}
        label={<Trans>Rating</Trans>}
        error={translate(errors.answers)}
        onOpen={() => onSheet('rating')}
      >
        <RatingValue values={values} saved={saved} />
      </Row>
      <Row
        icon={<Users size={20} aria-hidden />}
        label={<Trans>People in it</Trans>}
        error={errors.depicts}
        onOpen={() => onSheet('people')}
      >
        {values.depicts === 'me' ? <Trans>Only me</Trans> : <PeopleValue contentId={saved?.id ?? null} />}
      </Row>
      <Row
        icon={<CalendarClock size={20} aria-hidden />}
        label={<Trans>When</Trans>}
        error={translate(errors.publishAt ?? errors.expiresAt)}
        onOpen={() => onSheet('when')}
      >
        <WhenValue values={values} isDraft={isDraftOf(saved)} />
      </Row>
      {recordings ? (
        <Row
          icon={<Captions size={20} aria-hidden />}
          label={<Trans>Captions</Trans>}
          error={undefined}
          onOpen={() => onSheet('captions')}
        >
          <CaptionsValue mediaIds={recordings} />
        </Row>
      ) : null}
      <Row
        icon={<Hash size={20} aria-hidden />}
        label={<Trans>Tags</Trans>}
        error={errors.tags}
        onOpen={() => onSheet('tags')}
      >
        {values.tags.length === 0 ? <Trans>None</Trans> : values.tags.map((tag) => `#${tag}`).join(' ')}
      </Row>
    </div>
  );
}

const isDraftOf = (saved: ContentView | null): boolean => saved === null || saved.state === 'draft';

interface RulesSheetsProps extends RulesProps {
  sheet: RulesSheet | null;
  /** The rating of the item before this one, and whether this one is published as soon as it is rated. */
  ratedBefore: ClassificationAnswers | null;
  publishes: boolean;
  onRated(): void;
  ensureDraft(): Promise<string | null>;
}

/** The open sheet. Stands outside the form, because a form holds no other. */
export function RulesSheets({ form, saved, recordings, sheet, onSheet, ensureDraft, ...rating }: RulesSheetsProps) {
  const { values } = form;
  const isDraft = isDraftOf(saved);
  const close = () => onSheet(null);
  if (!sheet) return null;
  return (
    <ErrorBoundary key={sheet} onFailure={close}>
      <Suspense fallback={null}>
        {sheet === 'rating' ? (
          <RatingSheet
            open
            onClose={close}
            answers={values.answers}
            before={rating.ratedBefore}
            publishes={rating.publishes}
            onChange={(answers) => {
              form.set('answers', answers);
              rating.onRated();
            }}
          />
        ) : sheet === 'people' ? (
          <PeopleSheet
            open
            onClose={close}
            depicts={values.depicts}
            onDepicts={(depicts) => form.set('depicts', depicts)}
            contentId={saved?.id ?? null}
            canAsk={isDraft}
            ensureDraft={ensureDraft}
          />
        ) : sheet === 'when' ? (
          <WhenSheet
            open
            onClose={close}
            times={values}
            isPublished={!isDraft}
            onChange={(times) => form.change(times)}
          />
        ) : sheet === 'captions' ? (
          <CaptionsSheet open onClose={close} mediaIds={recordings ?? []} />
        ) : (
          <TagsSheet open onClose={close} tags={values.tags} onChange={(tags) => form.set('tags', tags)} />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}

interface RowProps {
  icon: ReactNode;
  label: ReactNode;
  error: string | undefined;
  onOpen(): void;
  children: ReactNode;
}

function Row({ icon, label, error, onOpen, children }: RowProps) {
  const id = useId();
  return (
    <div className="border-line border-t first:border-t-0">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-describedby={error ? id : undefined}
        onClick={onOpen}
        className={`${sheetRow} border-t-0!`}
      >
        {icon}
        <span className="shrink-0 font-semibold">{label}</span>
        <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere text-right text-muted text-sm">{children}</span>
        <ChevronRight size={18} aria-hidden className="text-faint" />
      </button>
      {error ? (
        <p id={id} role="alert" className="-mt-1 flex items-start gap-1.5 pb-3 text-danger text-meta">
          <CircleAlert size={16} className="mt-px shrink-0" />
          {error}
        </p>
      ) : null}
    </div>
  );
}

function RatingValue({ values, saved }: { values: PublishForm; saved: ContentView | null }) {
  const rating = values.answers ? classify(values.answers) : null;
  if (rating) return ratingText(rating);
  return saved?.rules?.isClassified ? ratingText(saved) : <Trans>Four questions</Trans>;
}

/** The person the item waits for, or how many consented. */
function PeopleValue({ contentId }: { contentId: string | null }) {
  const { data = [] } = usePeople(contentId);
  const refused = data.filter(({ state }) => state === 'no' || state === 'revoked').map(({ name }) => name);
  const waiting = data.filter(({ state }) => state === 'asked').map(({ name }) => name);
  if (data.length === 0) return <Trans>Name everyone</Trans>;
  if (refused.length > 0) return <Trans>No consent from {refused.join(', ')}</Trans>;
  if (waiting.length > 0) return <Trans>Waiting for {waiting.join(', ')}</Trans>;
  return <Plural value={data.length} one="# person said yes" other="# people said yes" />;
}

/** The languages there are captions in. */
function CaptionsValue({ mediaIds }: { mediaIds: readonly string[] }) {
  const { t } = useLingui();
  const languages = useCaptionFiles(mediaIds).flatMap((files) => (files ?? []).map(({ language }) => language));
  const names = [...new Set(languages)].map((language) => captionLanguageName(language, t));
  return names.length === 0 ? <Trans>Add a file</Trans> : names.join(', ');
}

function WhenValue({ values: { publishAt, expiresAt }, isDraft }: { values: PublishForm; isDraft: boolean }) {
  const now = serverTime(Date.now());
  const end = expiresAt ? timeText(expiresAt, now) : null;
  if (isDraft && publishAt) {
    const start = timeText(publishAt, now);
    return end ? (
      <Trans>
        {start} until {end}
      </Trans>
    ) : (
      start
    );
  }
  if (end) return isDraft ? <Trans>Now, until {end}</Trans> : <Trans>Until {end}</Trans>;
  return isDraft ? <Trans>Now</Trans> : <Trans>It stays</Trans>;
}
