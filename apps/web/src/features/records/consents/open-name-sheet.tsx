import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { type Answer, api } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { useRecordForm } from '../../../lib/helpers/use-record-form.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';

/** Opens what a person signed with, for a reason that the log keeps. It is shown until the sheet is closed. */
export function OpenNameSheet({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const [opened, setOpened] = useState<Answer<'openConsent'> | null>(null);
  const form = useRecordForm({
    initial: { reason: '' },
    send: ({ reason }) => api.openConsent({ params: { id }, body: { reason } }),
    changes: [],
    done: t`The log says who opened it`,
    onDone: setOpened,
  });
  if (opened)
    return (
      <Sheet open onClose={onClose} title={<Trans>Signed by</Trans>}>
        <dl>
          <CostRow label={<Trans>Name as given</Trans>}>{opened.name}</CostRow>
          <CostRow label={<Trans>Legal name</Trans>}>{opened.legalName ?? <Trans>not answered yet</Trans>}</CostRow>
          {opened.birthDate ? (
            <CostRow label={<Trans>Date of birth</Trans>}>
              {formatDate(`${opened.birthDate}T12:00:00Z`, language)}
            </CostRow>
          ) : null}
        </dl>
      </Sheet>
    );
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Open the name</Trans>}
      intro={<Trans>It is sealed. The log keeps who opened it, and why.</Trans>}
      action={<Trans>Open</Trans>}
      busyLabel={<Trans>Opening</Trans>}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <Field label={<Trans>Why</Trans>} error={form.errorOf('reason') ?? form.failure}>
        <TextArea rows={3} maxLength={500} {...form.field('reason')} />
      </Field>
    </FormSheet>
  );
}
