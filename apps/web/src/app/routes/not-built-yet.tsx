import { useContext } from 'react';
import { NotBuiltYet } from '../../components/ui/not-built-yet.tsx';
import { MatchContext } from '../../lib/router.tsx';
import { pathNameOf, useTitles } from '../titles.ts';

/** Placeholder for screens not built yet, with their names. */
export function Route() {
  const titles = useTitles();
  const name = pathNameOf(useContext(MatchContext)?.route.path);
  return <NotBuiltYet title={name ? titles[name] : ''} />;
}
