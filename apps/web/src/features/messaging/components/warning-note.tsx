import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { MessageWarning } from '@vlam/contract/rules/message-warnings';
import TriangleAlert from 'lucide-react/icons/triangle-alert';

/** Warning texts, most serious first. */
const warnings: [MessageWarning, MessageDescriptor][] = [
  ['scam', msg`This reads like a scam. Never send money or codes to somebody you don't know.`],
  ['payment', msg`Asks for money outside Vlam. Payments made elsewhere can't be protected or returned.`],
  ['contact', msg`Shares a number or address. Stay here until you know who it is.`],
  ['link', msg`Holds a link. We can't say where it leads.`],
];

/** Text of a message's most serious warning. */
export function WarningNote({ warnings: found }: { warnings: readonly MessageWarning[] }) {
  const { i18n } = useLingui();
  const gravest = warnings.find(([kind]) => found.includes(kind));
  return gravest ? (
    <p className="flex max-w-[34ch] items-start gap-1.5 px-1 text-meta text-warning">
      <TriangleAlert size={16} className="mt-px shrink-0" />
      {i18n._(gravest[1])}
    </p>
  ) : null;
}
