import { Trans } from '@lingui/react/macro';
import { People, type PeoplePlace, type PeopleTab } from '../../features/studio/people/components/people.tsx';
import { go, useSearchParam } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { CreatorRequired } from '../creator-required.tsx';
import { ScreenLoading } from '../screen-loading.tsx';

const tabs: readonly PeopleTab[] = ['subscribers', 'former', 'followers', 'spenders', 'own'];
const restrictedId = 'restricted';

/** A creator's people. `?show=` names a list, `?list=` an own one, `?fan=` the person whose card is open. */
export function Route() {
  const user = useCurrentUser();
  const [show, list, fan] = [useSearchParam('show'), useSearchParam('list'), useSearchParam('fan')];
  if (!user) return <ScreenLoading />;
  if (!user.creator)
    return (
      <CreatorRequired
        text={<Trans>The studio is for those who publish. Name a category and a price, and it opens.</Trans>}
      />
    );
  const tab = tabs.find((each) => each === show) ?? 'subscribers';
  const own = tab === 'own' ? list : null;
  const place: PeoplePlace = {
    tab,
    listId: own && own !== restrictedId ? own : null,
    restricted: own === restrictedId,
    fanId: fan ?? null,
  };
  const move = (next: PeoplePlace) =>
    go({
      to: '/studio/people',
      search: {
        ...(next.tab === 'subscribers' ? {} : { show: next.tab }),
        ...(next.restricted ? { list: restrictedId } : next.listId ? { list: next.listId } : {}),
        ...(next.fanId ? { fan: next.fanId } : {}),
      },
      replace: true,
    });
  return <People place={place} onPlace={move} />;
}
