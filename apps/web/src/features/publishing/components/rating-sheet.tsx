import { Trans, useLingui } from '@lingui/react/macro';
import { type ClassificationAnswers, type ClassificationQuestion, classify } from '@vlam/contract/rules/classification';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { adviceNames, ratingText } from '../../../components/ui/rating-tag.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { completeAnswers, questions, questionTexts } from '../../../lib/rating-questions.ts';

interface RatingSheetProps {
  open: boolean;
  onClose(): void;
  answers: ClassificationAnswers | null;
  /** What was answered for the item before this one in the tab, offered as a whole. */
  before?: ClassificationAnswers | null;
  /** The item is published with the rating. */
  publishes?: boolean;
  onChange(answers: ClassificationAnswers): void;
}

/** Four questions, one at a time, with the rating they give so far. What is rated XX goes no further. */
export function RatingSheet({ open, onClose, answers: given, before, publishes, onChange }: RatingSheetProps) {
  const { t, i18n } = useLingui();
  const [answers, setAnswers] = useState<Partial<ClassificationAnswers>>(given ?? {});
  const [step, setStep] = useState(0);
  const question = questions[step] as ClassificationQuestion;
  const { question: text, answers: choices } = questionTexts[question];
  const rating = classify(answers);
  const isLast = step === questions.length - 1;
  const answered = answers[question] ?? null;
  const place = step + 1;
  const close = () => {
    setStep(0);
    setAnswers(given ?? {});
    onClose();
  };
  const next = () => {
    if (!isLast) return setStep(step + 1);
    const complete = completeAnswers(answers);
    if (complete) use(complete);
  };
  const use = (complete: ClassificationAnswers) => {
    onChange(complete);
    setStep(0);
    onClose();
  };
  const ratingBefore = before ? classify(before) : null;
  const isOffered = before && ratingBefore && !given && step === 0;
  return (
    <Sheet
      open={open}
      onClose={close}
      title={<Trans>Rating</Trans>}
      actions={
        <>
          {step > 0 ? (
            <Button onClick={() => setStep(step - 1)}>
              <Trans>Back</Trans>
            </Button>
          ) : null}
          <Button variant="primary" disabled={answered === null || rating === null} onClick={next}>
            {!isLast ? (
              <Trans>Next question</Trans>
            ) : publishes ? (
              <Trans>Publish with this rating</Trans>
            ) : (
              <Trans>Use this rating</Trans>
            )}
          </Button>
        </>
      }
    >
      {isOffered ? (
        <Button full className="mb-4" onClick={() => use(before)}>
          {publishes ? (
            <Trans>Publish, answered as before: {ratingText(ratingBefore)}</Trans>
          ) : (
            <Trans>Answered as before: {ratingText(ratingBefore)}</Trans>
          )}
        </Button>
      ) : null}
      <div aria-hidden className="flex gap-1">
        {questions.map((each, index) => (
          <span key={each} className={`h-1 flex-1 rounded-pill ${index <= step ? 'bg-ink' : 'bg-surface-4'}`} />
        ))}
      </div>
      <p role="status" className="sr-only">
        {t`Question ${place} of 4`}
      </p>
      <RadioRows
        key={question}
        legend={<span className="d4 mt-5 mb-1 block">{i18n._(text)}</span>}
        options={Object.entries(choices).map(([value, { label, hint }]) => ({
          value,
          label: i18n._(label),
          ...(hint ? { description: i18n._(hint) } : {}),
        }))}
        value={answered}
        onChange={(answer) => setAnswers({ ...answers, [question]: answer })}
      />
      <div className="mt-2 flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-t pt-3">
        {rating ? (
          <>
            <span className="text-muted text-sm">
              <Trans>So far</Trans>
            </span>
            <span className="flex flex-wrap items-center gap-1.5">
              <span className="num text-[28px] leading-none">{rating.classification}</span>
              {rating.warningLabels.map((label) => (
                <Tag key={label}>{i18n._(adviceNames[label])}</Tag>
              ))}
            </span>
          </>
        ) : null}
        <p role="alert" className={rating ? 'sr-only' : 'flex items-start gap-2 text-danger text-sm'}>
          {rating ? null : (
            <>
              <CircleAlert size={18} className="mt-px shrink-0" />
              <Trans>What the Film and Publication Board rates XX is never published.</Trans>
            </>
          )}
        </p>
      </div>
      <p className="mt-2 text-faint text-meta">
        {rating?.classification === 'X18' ? (
          <Trans>X18 can be published only with an active film-board registration and its exemption.</Trans>
        ) : (
          <Trans>Shown with the item wherever it appears. Your answers are kept with your name and the date.</Trans>
        )}
      </p>
    </Sheet>
  );
}
