import { Trans, useLingui } from '@lingui/react/macro';
import { sectionLink } from '../../components/ui/page-title.tsx';
import { KeptItems } from '../../features/content/components/kept-items.tsx';
import { Link } from '../../lib/router.tsx';
import { useItemSheets } from '../item-sheets.tsx';

/** What the member bought or saved; an item opens in its sheet. */
export function LibraryKept({ list }: { list: 'listOwned' | 'listSaved' }) {
  const items = useItemSheets();
  return (
    <>
      {list === 'listOwned' ? <AlsoOpen /> : null}
      <KeptItems list={list} onOpen={items.open} />
      {items.sheets}
    </>
  );
}

/** Where else the member finds what is open to them. */
function AlsoOpen() {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Also open to you`} className="-mt-3 mb-3 flex flex-wrap gap-x-5">
      <Link to="/marketplace" search={{ tab: 'purchases' }} className={sectionLink}>
        <Trans>Bundles</Trans>
      </Link>
      <Link to="/settings/:part" params={{ part: 'payments' }} className={sectionLink}>
        <Trans>Subscriptions</Trans>
      </Link>
      <Link to="/creators" search={{ following: 'yes' }} className={sectionLink}>
        <Trans>Creators you follow</Trans>
      </Link>
    </nav>
  );
}
