import type { MessageDescriptor } from '@lingui/core';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { MatchReason } from '@vlam/contract/matching';
import { useDistance, useLastActive } from '../../../components/ui/person-labels.tsx';
import { interestNames } from '../../../lib/interest-names.ts';
import { goalLabels, lifestyleLabels } from '../labels.ts';

/** Reasons of a match, one per line. */
export function Reasons({ reasons, className }: { reasons: readonly MatchReason[]; className?: string }) {
  const translate = useMatchReason();
  return (
    <ul className={className}>
      {reasons.map((reason) => (
        <li key={reason.kind} className="flex gap-2 py-0.5 text-muted text-sm">
          <span aria-hidden className="text-faint">
            ·
          </span>
          {translate(reason)}
        </li>
      ))}
    </ul>
  );
}

/** Translates a reason. */
export function useMatchReason(): (reason: MatchReason) => string {
  const { t, i18n } = useLingui();
  const distance = useDistance();
  const lastActive = useLastActive();
  const list = (descriptors: readonly MessageDescriptor[]) =>
    new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(descriptors.map((each) => i18n._(each)));
  return (reason) => {
    switch (reason.kind) {
      case 'interests': {
        const shared = list(reason.shared.map((each) => interestNames[each]));
        return plural(reason.shared.length, { one: `You both like ${shared}`, other: `You both like ${shared}` });
      }
      case 'goals':
        return t`You are after the same: ${list(reason.shared.map((each) => goalLabels[each]))}`;
      case 'lifestyle':
        return t`You live alike: ${list(reason.shared.map((each) => lifestyleLabels[each]))}`;
      case 'location':
        return t`Close by, ${distance(reason)}`;
      case 'activity':
        return reason.lastActive === 'now' ? t`Online right now` : t`Seen: ${lastActive(reason)}`;
    }
  };
}
