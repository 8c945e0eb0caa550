import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { contactLimits } from '@vlam/contract/rules/contacts';
import ContactRound from 'lucide-react/icons/contact-round';
import FileUp from 'lucide-react/icons/file-up';
import { useState } from 'react';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { SheetFoot } from '../../../components/ui/sheet-foot.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';
import { UploadInput } from '../../../components/uploads/upload-input.tsx';
import { api, queryOf } from '../../../lib/api.ts';
import { dropKeptLists } from '../../../lib/kept-lists.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { contactPicker, findAddresses, hashAddresses, pickAddresses } from '../addresses.ts';

const query = queryOf('hiddenContacts');
const maxFileBytes = 10_000_000;

/** Hides the member from people whose address they have. Addresses are hashed here and never sent. */
export function ContactsSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const fail = useFailure();
  const { data, refetch } = useQuery({ ...query, enabled: open });
  const [typed, setTyped] = useState('');
  const [sent, setSent] = useState(0);
  const addresses = findAddresses(typed);
  const add = (more: readonly string[]) => {
    if (more.length === 0) return toast({ title: t`No email address found` });
    setTyped((before) => [...new Set([...findAddresses(before), ...more])].join('\n'));
  };
  const hide = useMutation({
    async mutationFn() {
      const { key } = data ?? (await client.fetchQuery(query));
      const hashes = await hashAddresses(key, addresses);
      for (let from = 0; from < hashes.length; from += contactLimits.perCall) {
        setSent(from);
        const body = { hashes: hashes.slice(from, from + contactLimits.perCall) };
        client.setQueryData(query.queryKey, await api.hideFromContacts({ body }));
      }
    },
    onSuccess() {
      setTyped('');
      toast({ title: t`You are hidden`, text: t`Also from people who join with one of these addresses later.` });
    },
    onError: fail,
    onSettled() {
      setSent(0);
      // They may name the people the member now hides from.
      void dropKeptLists();
    },
  });
  const show = useMutation({
    mutationFn: () => api.showToContacts(),
    onSuccess: () => refetch(),
    onError: fail,
  });
  const picker = contactPicker();
  const readFile = async ([file]: readonly File[]) => {
    if (!file) return;
    if (file.size > maxFileBytes) return fail(new Error(t`This file is too large`));
    add(findAddresses(await file.text()));
  };
  const count = data?.count ?? 0;
  const total = addresses.length;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Hide from my contacts</Trans>}
      intro={
        <Trans>
          Whoever has an account with one of these email addresses does not find you, your posts or your page. People
          you sent a flame or a message still do.
        </Trans>
      }
      locked={hide.isPending}
      actions={
        <SheetFoot
          onCancel={onClose}
          action={<Trans>Hide me</Trans>}
          busyLabel={
            <Trans>
              Hiding, {sent} of {total}
            </Trans>
          }
          busy={hide.isPending}
          disabled={total === 0}
          onConfirm={() => hide.mutate()}
        />
      }
    >
      {count > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-surface px-4 py-3">
          <p className="min-w-0">
            <Plural value={count} one="You hide from # address." other="You hide from # addresses." />
          </p>
          <Button
            size="sm"
            variant="ghost"
            busy={show.isPending}
            busyLabel={<Trans>Removing</Trans>}
            onClick={() => show.mutate()}
          >
            <Trans>Show me to all again</Trans>
          </Button>
        </div>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-2">
        {picker ? (
          <Button
            size="sm"
            icon={<ContactRound />}
            onClick={() => void pickAddresses(picker).then(add, () => undefined)}
          >
            <Trans>Choose contacts</Trans>
          </Button>
        ) : null}
        <UploadInput
          accept=".vcf,text/vcard,text/csv,text/plain"
          className={buttonStyle({ size: 'sm', variant: 'bone' })}
          onFiles={(files) => void readFile(files)}
        >
          <FileUp size={18} aria-hidden />
          <Trans>From a file of contacts</Trans>
        </UploadInput>
      </div>
      <Field
        className="mt-4"
        label={<Trans>Email addresses</Trans>}
        aside={total > 0 ? <Plural value={total} one="# address" other="# addresses" /> : null}
        help={
          <Trans>
            They are scrambled on this device before anything is sent, and we never learn them. So we cannot show you
            the list later, and you cannot learn from it who is here. A friend who joined with another address still
            sees you.
          </Trans>
        }
      >
        <TextArea
          rows={5}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </Sheet>
  );
}
