import { useLingui } from '@lingui/react/macro';
import { Code } from '../../../components/ui/code.tsx';
import { wordsOf } from '../words-of.ts';
import { jobLabel } from './labels.ts';

/** What a background job is about, and its code, which logs name. */
export function JobName({ task }: { task: string }) {
  const { i18n } = useLingui();
  const label = jobLabel(task);
  return (
    <p className="wrap-anywhere font-semibold">
      {label ? i18n._(label) : wordsOf(task)} <Code>{task}</Code>
    </p>
  );
}
