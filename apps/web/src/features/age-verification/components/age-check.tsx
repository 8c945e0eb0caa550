import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryOf } from '../../../lib/api.ts';
import { toastQueue } from '../../../lib/toast.ts';
import { GatePage } from './gate-page.tsx';
import { Review } from './review.tsx';
import { VerifyForm } from './verify-form.tsx';
import { Warning } from './warning.tsx';

export interface AgeCheckProps {
  onVerified: () => void;
  /** Without it there is no way out but through, and no button says otherwise. */
  onExit?: (() => void) | undefined;
  exiting?: boolean;
}

/** First the warning, then the form. */
export function AgeCheck({ onVerified, onExit, exiting = false }: AgeCheckProps) {
  const [step, setStep] = useState<'warning' | 'form'>('warning');
  const { data: check } = useQuery(queryOf('ageCheck'));
  const inReview = check?.state === 'review';
  // What was said before the form would lie over its fields.
  useEffect(() => {
    if (step === 'form') toastQueue.set(() => []);
  }, [step]);
  return (
    <GatePage step={inReview ? 'warning' : step}>
      {inReview ? (
        <Review supportEmail={check.supportEmail} onExit={onExit} exiting={exiting} />
      ) : step === 'warning' ? (
        <Warning onContinue={() => setStep('form')} onExit={onExit} exiting={exiting} />
      ) : (
        <VerifyForm onVerified={onVerified} onExit={onExit} exiting={exiting} />
      )}
    </GatePage>
  );
}
