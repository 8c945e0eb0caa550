import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import BadgeCheck from 'lucide-react/icons/badge-check';
import ScanFace from 'lucide-react/icons/scan-face';
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

/** Badge of a person whose first photo a moderator compared with a selfie. */
export function PhotoVerifiedBadge({ size = 16, className }: { size?: number; className?: string }) {
  const { t } = useLingui();
  const label = t`Photo verified`;
  return (
    <span role="img" aria-label={label} title={label} className={clsx('shrink-0', className)}>
      <ScanFace size={size} aria-hidden />
    </span>
  );
}

/** The same as a text label. */
export const PhotoVerifiedTag = ({ tone }: { tone: 'info' | 'glass' }) => (
  <Tag tone={tone} icon={<ScanFace />}>
    <Trans>Photo verified</Trans>
  </Tag>
);
