import { Trans } from '@lingui/react/macro';
import { consentWordingFor, findConsentWording } from '@vlam/contract/rules/consents';

/** The words that are agreed to. They are not translated: a yes stores their number. */
export function Wording({
  isPremium,
  mediaTypes,
  recorded,
}: {
  isPremium: boolean;
  mediaTypes: readonly string[];
  /** Number of the words that were agreed to; without one, those of today. */
  recorded?: number | null | undefined;
}) {
  const wording = (recorded ? findConsentWording(recorded) : undefined) ?? consentWordingFor(mediaTypes);
  return (
    <>
      <blockquote lang="en" className="rounded-card bg-surface-2 px-4 py-3.5 text-button">
        {wording.text}
      </blockquote>
      <p className="mt-2 text-muted text-sm">
        {isPremium ? (
          <Trans>It will be sold: only subscribers and buyers see it clearly.</Trans>
        ) : (
          <Trans>Every adult on Vlam will see it.</Trans>
        )}
      </p>
    </>
  );
}

/** What happens when a yes is taken back. */
export const RevokeText = () => (
  <Trans>
    The item disappears for everyone at once, buyers too, and the same file cannot be uploaded again. This cannot be
    undone.
  </Trans>
);
