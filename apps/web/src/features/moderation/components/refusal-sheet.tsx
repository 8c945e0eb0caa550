import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ReasonField } from '../../../components/reason-field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';

interface RefusalSheetProps {
  title: ReactNode;
  intro: ReactNode;
  action: ReactNode;
  busy: boolean;
  onClose(): void;
  /** Called with a reason of at least three characters. */
  onRefuse(reason: string): void;
}

/** Asks for the reason that the owner of a refused picture reads. */
export function RefusalSheet({ title, intro, action, busy, onClose, onRefuse }: RefusalSheetProps) {
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const trimmed = reason.trim();
  const isShort = trimmed.length < 3;
  return (
    <FormSheet
      onClose={onClose}
      title={title}
      intro={intro}
      busy={busy}
      busyLabel={<Trans>Saving</Trans>}
      action={action}
      onSubmit={() => {
        setSubmitted(true);
        if (!isShort) onRefuse(trimmed);
      }}
    >
      <ReasonField
        label={<Trans>Reason</Trans>}
        error={submitted && isShort ? <Trans>Say why</Trans> : undefined}
        maxLength={300}
        value={reason}
        onChange={setReason}
      />
    </FormSheet>
  );
}
