import { Trans } from '@lingui/react/macro';
import { formatRand } from '../../../lib/format.ts';
import { type ProfileStep, profileBody } from '../sign-up-form.ts';
import { examplePortrait } from './auth-page.tsx';

/** Caption of the portrait: an introduction, then a preview of the profile. */
export function SignUpCaption({ profile }: { profile: ProfileStep | null }) {
  const name = profile?.displayName.trim();
  if (!profile || !name)
    return (
      <>
        <p className="d2">
          <Trans>Be seen on your terms.</Trans>
        </p>
        <p className="mt-3 max-w-[38ch] text-on-picture-2">
          <Trans>
            This is an example. Everyone here is a figure behind glass; yours is drawn once your account exists. Add
            photos later, or never.
          </Trans>
        </p>
      </>
    );
  const { age, subscriptionPrice } = profileBody(profile, undefined);
  const price = typeof subscriptionPrice === 'number' && subscriptionPrice > 0 ? formatRand(subscriptionPrice) : '';
  const facts = [profile.location, profile.isFan ? '' : profile.category].filter(Boolean);
  return (
    <>
      <p className="d2 break-words">
        {name}
        {typeof age === 'number' && age > 0 ? `, ${age}` : ''}
      </p>
      <p className="mt-2 text-on-picture-2">
        {facts.join(' · ')}
        {price ? (
          <>
            {facts.length > 0 ? ' · ' : ''}
            <Trans>{price} a month</Trans>
          </>
        ) : null}
      </p>
      <p className="mt-4 max-w-[44ch] text-on-picture-2 text-sm">
        <Trans>An example light. Yours is drawn once your account exists. Add photos later, or never.</Trans>
      </p>
    </>
  );
}

/** The preview on phones. */
export function LightPreview({ name }: { name: string }) {
  return (
    <div className="mt-3.5 grid grid-cols-[66px_1fr] items-center gap-3.5 lg:hidden">
      <img
        src={examplePortrait('ember', 'card')}
        alt=""
        width={66}
        height={88}
        decoding="async"
        className="h-22 w-16.5 rounded-md bg-surface-2 object-cover"
      />
      <div className="min-w-0">
        {name.trim() ? <p className="d4 wrap-anywhere">{name}</p> : null}
        <p className="mt-1 text-muted text-sm">
          <Trans>An example light. Yours is drawn once your account exists. Add photos later, or never.</Trans>
        </p>
      </div>
    </div>
  );
}
