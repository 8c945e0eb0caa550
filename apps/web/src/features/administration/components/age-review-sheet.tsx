import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useCurrentUser } from '../../../lib/session.ts';
import { useStore } from '../../../lib/store.ts';
import type { AgeReview } from '../api.ts';
import { ageReviewReasonLabels, documentLabel } from '../labels.ts';
import { AgeReviewDecision } from './age-review-decision.tsx';

/** An age review: its reason and the account that uses the number. The number itself is never shown. */
export function AgeReviewSheet({ review, onClose }: { review: AgeReview; onClose(): void }) {
  const { i18n } = useLingui();
  const language = useStore(languageStore);
  const user = useCurrentUser();
  const [accepts, setAccepts] = useState<boolean | null>(null);
  if (accepts !== null)
    return <AgeReviewDecision review={review} accepts={accepts} onBack={() => setAccepts(null)} onClose={onClose} />;
  const { heldBy } = review;
  const isParty = user?.id === review.id || user?.id === heldBy?.id;
  return (
    <Sheet
      open
      onClose={onClose}
      title={`${review.firstName} ${review.lastName}`}
      actions={
        isParty ? null : (
          <>
            <Button onClick={() => setAccepts(false)}>
              <Trans>Refuse</Trans>
            </Button>
            <Button variant="primary" onClick={() => setAccepts(true)}>
              <Trans>Accept</Trans>
            </Button>
          </>
        )
      }
    >
      {isParty ? (
        <p role="status" className="mb-4 rounded-md bg-warning-soft px-4 py-3 text-sm">
          <Trans>This is about your own account, so other staff decide.</Trans>
        </p>
      ) : null}
      <dl>
        <CostRow label={<Trans>Why</Trans>}>{i18n._(ageReviewReasonLabels[review.reason])}</CostRow>
        <CostRow label={<Trans>Document named</Trans>}>{i18n._(documentLabel(review.documentType))}</CostRow>
        <CostRow label={<Trans>Waiting since</Trans>}>{formatDate(review.since, language)}</CostRow>
        {heldBy ? (
          <>
            <CostRow label={<Trans>Number used by</Trans>}>
              {heldBy.firstName} {heldBy.lastName}
            </CostRow>
            <CostRow label={<Trans>Since</Trans>}>{formatDate(heldBy.since, language)}</CostRow>
          </>
        ) : null}
      </dl>
      <p className="mt-4 text-muted text-sm">
        <Trans>
          Look at the document with its owner. To accept, type the ID number and the date of birth as the document shows
          them; they are compared with what the account gave.
        </Trans>
      </p>
    </Sheet>
  );
}
