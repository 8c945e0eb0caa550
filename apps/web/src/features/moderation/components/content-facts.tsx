import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Link2 from 'lucide-react/icons/link-2';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { ConsentTag } from '../../../components/ui/consent-tag.tsx';
import { RatingTag } from '../../../components/ui/rating-tag.tsx';
import { SoftenedButtons, softClass, useSoftened } from '../../../components/ui/soft-picture.tsx';
import { StrikesNote } from '../../../components/ui/strikes-note.tsx';
import { formatDate } from '../../../lib/format.ts';
import { answerLabel, questions, questionTexts } from '../../../lib/rating-questions.ts';
import { Link } from '../../../lib/router.tsx';
import type { ReviewedContent } from '../api.ts';

interface CaseFactsProps {
  reviewed: ReviewedContent;
  /** The picture was asked for by its key. */
  isAsked: boolean;
}

/** The picture, blurred until it is asked for, the rating with its answers, and the people with theirs. */
export function CaseFacts({ reviewed: { item, classifications, people, strikes }, isAsked }: CaseFactsProps) {
  const { t } = useLingui();
  const soft = useSoftened(isAsked);
  const { isShown } = soft;
  return (
    <>
      <div className="relative overflow-hidden rounded-card bg-surface-2">
        {item.holds && item.files ? (
          <ol className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            {item.files.map((file, index) => (
              <li key={file.id} className="relative aspect-[4/5] overflow-hidden bg-surface-3">
                <img
                  src={file.sources.at(-1)?.webp}
                  alt={isShown ? t`File ${index + 1}` : ''}
                  className={clsx('size-full object-contain', softClass(soft))}
                />
                <span className="absolute top-2 left-2 grid size-6 place-items-center rounded-pill bg-picture-tag font-semibold text-meta text-on-picture tabular-nums">
                  {index + 1}
                </span>
                {isShown && file.mediaType === 'video' ? (
                  <Link
                    to="/watch/:id"
                    params={{ id: item.id }}
                    search={{ file: file.id }}
                    className={buttonStyle({ size: 'sm', variant: 'bone', className: 'absolute right-2 bottom-2' })}
                  >
                    <Trans>Play</Trans>
                  </Link>
                ) : null}
              </li>
            ))}
          </ol>
        ) : item.mediaUrl ? (
          <img
            src={item.sources.find(({ width }) => width >= 800)?.webp ?? item.mediaUrl}
            alt={isShown ? item.title : ''}
            className={clsx('max-h-[46dvh] w-full object-contain', softClass(soft))}
          />
        ) : null}
        <div className="absolute inset-x-3 bottom-3">
          <SoftenedButtons soft={soft} count={item.holds ? 2 : 1} keyCap="E" />
        </div>
      </div>
      <div>
        <p>
          <Link to="/profile/:id" params={{ id: item.profileId }} className="font-semibold underline">
            {item.profile.displayName}
          </Link>
        </p>
        <StrikesNote strikes={strikes} />
        {item.description ? <p className="mt-1 wrap-anywhere text-muted">{item.description}</p> : null}
      </div>
      <section aria-label={t`Rating`}>
        <div className="flex items-center justify-between gap-3">
          <h3 className="d4">
            <Trans>Rating</Trans>
          </h3>
          <RatingTag item={item} />
        </div>
        <Answers answers={classifications[0]?.answers ?? null} />
        {classifications.slice(1).map((earlier) => (
          <p key={earlier.at} className="mt-1 flex items-center justify-between gap-3 text-muted text-sm">
            <Trans>Earlier, on {formatDate(earlier.at)}</Trans>
            <RatingTag item={earlier} />
          </p>
        ))}
      </section>
      <section aria-label={t`People in it`}>
        <h3 className="d4 mb-1">
          <Trans>People in it</Trans>
        </h3>
        {people.length === 0 ? (
          <p className="text-muted">
            {item.rules?.depicts === 'me' ? (
              <Trans>Only the creator, as they say.</Trans>
            ) : (
              <Trans>Others, but nobody is named.</Trans>
            )}
          </p>
        ) : (
          <ul>
            {people.map((person) => (
              <li
                key={person.id}
                className="flex min-h-14 items-center gap-3 border-line border-t py-2 first:border-t-0"
              >
                {person.profileId ? (
                  <Avatar src={person.avatar} />
                ) : (
                  <span className="flex size-11 shrink-0 items-center justify-center rounded-pill bg-surface-3 text-muted">
                    <Link2 size={20} aria-hidden />
                  </span>
                )}
                <span className="min-w-0 flex-1">
                  <span className="block wrap-anywhere font-semibold">{person.name}</span>
                  <span className="block text-meta text-muted">
                    {person.profileId ? <Trans>Member</Trans> : <Trans>By a private link, identity not proven</Trans>}
                    {person.answeredAt ? ` · ${formatDate(person.answeredAt)}` : ''}
                  </span>
                </span>
                <ConsentTag state={person.state} isOver={false} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function Answers({ answers }: { answers: ReviewedContent['classifications'][number]['answers'] }) {
  const { i18n } = useLingui();
  if (!answers)
    return (
      <p className="mt-1 text-muted">
        <Trans>Named without the questions.</Trans>
      </p>
    );
  return (
    <dl className="mt-1">
      {questions.map((question) => {
        const label = answerLabel(question, answers[question]);
        return (
          <div
            key={question}
            className="flex flex-wrap justify-between gap-x-4 border-line border-t py-2 text-sm first:border-t-0"
          >
            <dt className="text-muted">{i18n._(questionTexts[question].question)}</dt>
            <dd className="font-semibold">{label ? i18n._(label) : answers[question]}</dd>
          </div>
        );
      })}
    </dl>
  );
}
