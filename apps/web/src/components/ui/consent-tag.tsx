import { Trans } from '@lingui/react/macro';
import type { DepictedPerson } from '@vlam/contract/consents';
import { Tag } from './tag.tsx';

/** What a person in an item has answered; `isOver` after their last day without an answer. */
export function ConsentTag({ state, isOver }: { state: DepictedPerson['state']; isOver: boolean }) {
  if (isOver)
    return (
      <Tag tone="danger">
        <Trans>time is over</Trans>
      </Tag>
    );
  if (state === 'yes')
    return (
      <Tag tone="online">
        <Trans>yes</Trans>
      </Tag>
    );
  if (state === 'asked')
    return (
      <Tag tone="warning">
        <Trans>waiting</Trans>
      </Tag>
    );
  return <Tag tone="danger">{state === 'no' ? <Trans>no</Trans> : <Trans>taken back</Trans>}</Tag>;
}
