import { useLingui } from '@lingui/react/macro';

export function CommunityGuidelines() {
  const { t } = useLingui();
  const guidelines = [
    t`Be respectful`,
    t`Keep comments constructive`,
    t`No spam or self-promotion`,
    t`Celebrate South African creativity`,
  ];
  return (
    <ul className="mt-4">
      {guidelines.map((guideline) => (
        <li key={guideline} className="flex min-h-15 items-center border-t border-line text-lead first:border-t-0">
          {guideline}
        </li>
      ))}
    </ul>
  );
}
