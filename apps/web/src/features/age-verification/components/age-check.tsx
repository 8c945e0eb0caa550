import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryOf } from '../../../lib/api.ts';
import { toastQueue } from '../../../lib/toast.ts';
import { GatePage } from './gate-page.tsx';
import { ReviewPending } from './review.tsx';
import { VerifyForm } from './verify-form.tsx';
import { Warning } from './warning.tsx';

export interface AgeCheckProps {
  onVerified: () => void;
  /** Without it there is no exit button. */
  onExit?: (() => void) | undefined;
  exiting?: boolean;
}

/** The warning, then the form. */
export function AgeCheck({ onVerified, onExit, exiting = false }: AgeCheckProps) {
  const [step, setStep] = useState<'warning' | 'form'>('warning');
  const { data: check } = useQuery(queryOf('ageCheck'));
  const inReview = check?.state === 'review';
  // An earlier message would cover the form's fields.
  useEffect(() => {
    if (step === 'form') toastQueue.set(() => []);
  }, [step]);
  return (
    <GatePage step={inReview ? 'warning' : step}>
      {inReview ? (
        <ReviewPending supportEmail={check.supportEmail} onExit={onExit} exiting={exiting} />
      ) : step === 'warning' ? (
        <Warning onContinue={() => setStep('form')} onExit={onExit} exiting={exiting} />
      ) : (
        <VerifyForm onVerified={onVerified} onExit={onExit} exiting={exiting} needsTerms={check?.needsTerms ?? false} />
      )}
    </GatePage>
  );
}
