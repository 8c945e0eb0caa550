import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { sheetRow } from '../../../components/ui/sheet-row.ts';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { type Answer, api, messageOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';

type Review = Answer<'openReview'>;
type Item = Answer<'readReviewItem'>;

const typeLabels: Record<Review['items'][number]['type'], MessageDescriptor> = {
  takedown: msg`Takedown case`,
  period: msg`Report of a period`,
  item: msg`Item`,
  consent: msg`Consent to be shown`,
};

/** What a reviewer from outside reads, by link and code. Nothing is kept in the browser. */
export function ReviewPage({ token }: { token: string }) {
  const [code, setCode] = useState('');
  const [review, setReview] = useState<Review | null>(null);
  const [item, setItem] = useState<Item | null>(null);
  const open = useMutation({ mutationFn: () => api.openReview({ body: { token, code } }), onSuccess: setReview });
  const read = useMutation({
    mutationFn: (position: number) => api.readReviewItem({ body: { token, code, position } }),
    onSuccess: setItem,
  });
  if (!review)
    return (
      <form
        noValidate
        className="mx-auto mt-6 grid max-w-[420px] gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!open.isPending) open.mutate();
        }}
      >
        <h1 tabIndex={-1} className="d2">
          <Trans>For reviewers</Trans>
        </h1>
        <Field
          label={<Trans>Code</Trans>}
          help={<Trans>You were told it by telephone. Five wrong ones close this link.</Trans>}
          error={messageOf(open.error)}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={open.isPending} busyLabel={<Trans>Opening</Trans>}>
          <Trans>Open</Trans>
        </Button>
      </form>
    );
  return (
    <Watermarked text={item?.watermark ?? review.watermark}>
      {item ? (
        <Shown item={item} onBack={() => setItem(null)} />
      ) : (
        <ItemList review={review} failure={messageOf(read.error)} onRead={(position) => read.mutate(position)} />
      )}
    </Watermarked>
  );
}

/** The page under who reads it and when, over and over: also on a photo of the screen. */
function Watermarked({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="relative overflow-hidden">
      <p className="border-line border-b pb-2 text-faint text-meta">{text}</p>
      <div
        aria-hidden
        className="pointer-events-none absolute inset-0 -rotate-12 select-none break-words text-ink text-lg leading-[5rem] opacity-8"
      >
        {Array.from({ length: 40 }, () => text).join(' · ')}
      </div>
      {children}
    </div>
  );
}

function ItemList({
  review,
  failure,
  onRead,
}: {
  review: Review;
  failure: string | undefined;
  onRead(position: number): void;
}) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  return (
    <>
      <h1 tabIndex={-1} className="d2 mt-5">
        <Trans>What you may read</Trans>
      </h1>
      <p className="mt-2 text-muted">
        <Trans>
          Until {formatDate(review.expiresAt, language)}, {formatTime(review.expiresAt)}. Each look is logged.
        </Trans>
      </p>
      {failure ? (
        <p role="alert" className="mt-4 text-danger">
          {failure}
        </p>
      ) : null}
      <div className="mt-5">
        {review.items.map(({ position, type, reference }) => (
          <button key={position} type="button" className={sheetRow} onClick={() => onRead(position)}>
            <span className="min-w-0 flex-1">
              <span className="block wrap-anywhere font-semibold tabular-nums">{reference}</span>
              <span className="block text-muted text-sm">{i18n._(typeLabels[type])}</span>
            </span>
            <ChevronRight size={18} aria-hidden className="text-faint" />
          </button>
        ))}
      </div>
    </>
  );
}

function Shown({ item, onBack }: { item: Item; onBack(): void }) {
  return (
    <>
      <Button size="sm" className="mt-5" onClick={onBack}>
        <Trans>Back to the list</Trans>
      </Button>
      <h1 tabIndex={-1} className="d2 mt-4 tabular-nums">
        {item.reference}
      </h1>
      {item.sections.map(({ title, rows }) => (
        <section key={title} className="mt-7">
          <h2 className="d4">{title}</h2>
          <dl className="mt-2">
            {rows.map(({ label, text }) => (
              <div key={label} className="gap-6 border-line border-t py-2.5 sm:flex">
                <dt className="text-muted sm:w-1/2 sm:shrink-0">{label}</dt>
                <dd className="min-w-0 wrap-anywhere font-semibold">{text || '–'}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
