import { Trans, useLingui } from '@lingui/react/macro';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { addTags, maxTagLength, maxTags } from '../tags.ts';

interface TagsSheetProps {
  open: boolean;
  onClose(): void;
  tags: readonly string[];
  onChange(tags: string[]): void;
}

/** Up to ten words that a search finds. */
export function TagsSheet({ open, onClose, tags: given, onChange }: TagsSheetProps) {
  const { t } = useLingui();
  const [tags, setTags] = useState<readonly string[]>(given);
  const [text, setText] = useState('');
  const isFull = tags.length >= maxTags;
  const add = (typed: string) => {
    setTags(addTags(tags, typed));
    setText('');
  };
  return (
    <FormSheet
      open={open}
      onClose={onClose}
      title={<Trans>Tags</Trans>}
      intro={<Trans>Words by which it is found, with or without #.</Trans>}
      action={text.trim() ? <Trans>Add</Trans> : <Trans>Use these tags</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={false}
      onSubmit={() => {
        if (text.trim()) return add(text);
        onChange([...tags]);
        onClose();
      }}
    >
      <Field label={<Trans>Tag</Trans>} aside={`${tags.length} / ${maxTags}`}>
        <TextInput
          name="tag"
          value={text}
          maxLength={maxTagLength + 1}
          disabled={isFull}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
          onChange={({ currentTarget: { value } }) =>
            /[,\s]$/.test(value) && value.trim() ? add(value) : setText(value)
          }
        />
      </Field>
      <ul aria-label={t`Chosen tags`} className="flex flex-wrap gap-2 empty:hidden">
        {tags.map((tag) => (
          <li key={tag}>
            <button
              type="button"
              aria-label={t`Remove the tag ${tag}`}
              onClick={() => setTags(tags.filter((each) => each !== tag))}
              className="press inline-flex min-h-11 items-center gap-2 rounded-pill bg-surface-2 px-4 text-sm hover:bg-surface-3"
            >
              <span className="wrap-anywhere">#{tag}</span>
              <X size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </FormSheet>
  );
}
