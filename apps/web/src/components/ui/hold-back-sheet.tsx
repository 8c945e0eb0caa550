import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CommunityRule } from '@vlam/contract/rules/community';
import { useState } from 'react';
import { api, keyOf, messageOf } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import { RuleField } from '../staff-lists/rule-field.tsx';
import { Field } from './field.tsx';
import { FormSheet } from './form-sheet.tsx';
import { TextArea } from './text-input.tsx';

/** Staff hold a published item back: it leaves every screen until it is decided. */
export function HoldBackSheet({ contentId, onClose }: { contentId: string; onClose(): void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [rule, setRule] = useState<CommunityRule>('consent');
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const given = reason.trim();
  const hold = useMutation({
    mutationFn: () => api.flagContent({ body: { contentId, rule, reason: given } }),
    onSuccess() {
      toast({ title: t`Held back`, text: t`It waits under Flagged content.` });
      for (const name of ['listWaitingContent', 'listAllContent', 'staffWaiting'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
      onClose();
    },
  });
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Hold this back</Trans>}
      intro={<Trans>Nobody sees it until you or a colleague decides. Its creator reads the rule and the reason.</Trans>}
      action={<Trans>Hold back</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={hold.isPending}
      variant="danger"
      onSubmit={() => {
        setSubmitted(true);
        if (given) hold.mutate();
      }}
    >
      <RuleField value={rule} onChange={setRule} />
      <Field
        label={<Trans>Reason, which its creator reads</Trans>}
        error={submitted && !given ? <Trans>Say why</Trans> : messageOf(hold.error)}
      >
        <TextArea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </FormSheet>
  );
}
