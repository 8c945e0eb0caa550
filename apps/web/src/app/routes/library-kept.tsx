import { KeptItems } from '../../features/content/components/kept-items.tsx';
import { useItemSheets } from '../item-sheets.tsx';

/** What the member bought or saved; an item opens in its sheet. */
export function LibraryKept({ list }: { list: 'listOwned' | 'listSaved' }) {
  const items = useItemSheets();
  return (
    <>
      <KeptItems list={list} onOpen={items.open} />
      {items.sheets}
    </>
  );
}
