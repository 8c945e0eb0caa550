import { useState } from 'react';
import { GatePage } from './gate-page.tsx';
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
  return (
    <GatePage step={step}>
      {step === 'warning' ? (
        <Warning onContinue={() => setStep('form')} onExit={onExit} exiting={exiting} />
      ) : (
        <VerifyForm onVerified={onVerified} onExit={onExit} exiting={exiting} />
      )}
    </GatePage>
  );
}
