import { Trans } from '@lingui/react/macro';
import Check from 'lucide-react/icons/check';

export function PublishingTips() {
  const tips = [
    <Trans key="title">Name the mood, not the pose. The title is all a locked tile says.</Trans>,
    <Trans key="mix">Leave every third picture public, so that newcomers see your light.</Trans>,
    <Trans key="price">Most photos sell at 5 to 12 credits. Keep more for what took more.</Trans>,
    <Trans key="consent">Only you and adults who agreed in writing. Nobody who could be taken for a minor.</Trans>,
  ];
  return (
    <ul>
      {tips.map((tip) => (
        <li key={tip.key} className="flex items-start gap-2.5 py-1.5 text-muted">
          <Check size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-ember-text" />
          <span>{tip}</span>
        </li>
      ))}
    </ul>
  );
}
