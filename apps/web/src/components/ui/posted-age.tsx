import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { cardAge, feedAge, listAge } from '@vlam/contract/rules/posted-age';
import { useState } from 'react';

const rules = { card: cardAge, feed: feedAge, list: listAge };

/** Age of a post, in the format of content cards, of the live feed, or of lists that reach further back. */
export function PostedAge({ at, rule = 'card' }: { at: string; rule?: keyof typeof rules }) {
  const { t } = useLingui();
  const [now] = useState(() => new Date());
  const age = rules[rule](new Date(at), now);
  return <time dateTime={at}>{textOf()}</time>;

  function textOf(): string {
    if (age.unit === 'now') return t`Just now`;
    const { count } = age;
    if (age.unit === 'minutes') return t`${plural(count, { one: '# minute ago', other: '# minutes ago' })}`;
    if (age.unit === 'hours') return t`${plural(count, { one: '# hour ago', other: '# hours ago' })}`;
    return t`${plural(count, { one: '# day ago', other: '# days ago' })}`;
  }
}
