import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import BadgeCheck from 'lucide-react/icons/badge-check';
import { Tag } from './tag.tsx';

/** Badge of a person whose identity document staff have checked. Proof of age alone gives none. */
export function VerifiedBadge({ size = 16, className }: { size?: number; className?: string }) {
  const { t } = useLingui();
  const label = t`Identity document checked`;
  return (
    <span role="img" aria-label={label} title={label} className={clsx('shrink-0', className)}>
      <BadgeCheck size={size} aria-hidden />
    </span>
  );
}

/** The same as a text label, where there is room. */
export const VerifiedTag = ({ tone }: { tone: 'info' | 'glass' }) => (
  <Tag tone={tone} icon={<BadgeCheck />}>
    <Trans>Identity checked</Trans>
  </Tag>
);
