import { Trans, useLingui } from '@lingui/react/macro';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { isRows, useToolData } from './tool-data.ts';

interface Item {
  id: string;
  title: string;
  note: string;
  state: string;
}
const isItems = isRows<Item>('id', 'title', 'note', 'state');
const field =
  'mt-2 h-12 w-full rounded-[8px] border border-[#80848A] bg-[#fff] px-3 text-base placeholder:text-[#5F6368]';

/** What the person means to read elsewhere. */
export function ReadingList() {
  const { t } = useLingui();
  const [items, save] = useToolData<Item[]>('news', [], isItems);
  const [title, setTitle] = useState('');
  const [note, setNote] = useState('');
  const [tab, setTab] = useState('open');
  const shown = items.filter(({ state }) => state === tab);
  return (
    <>
      <form
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() === '') return;
          save([{ id: crypto.randomUUID(), title: title.trim(), note: note.trim(), state: 'open' }, ...items]);
          setTitle('');
          setNote('');
        }}
      >
        <input
          aria-label={t`Headline`}
          placeholder={t`Headline`}
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.target.value)}
          className={field}
        />
        <input
          aria-label={t`Where, or a note`}
          placeholder={t`Where, or a note`}
          value={note}
          maxLength={300}
          onChange={(event) => setNote(event.target.value)}
          className={field}
        />
        <button type="submit" className="mt-2 min-h-12 rounded-[8px] bg-[#24282E] px-5 font-semibold text-[#fff]">
          <Trans>Add to the list</Trans>
        </button>
      </form>
      <div className="mt-6 flex gap-2">
        {['open', 'read'].map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={tab === each}
            onClick={() => setTab(each)}
            className={`min-h-11 rounded-[999px] px-4 ${tab === each ? 'bg-[#24282E] text-[#fff]' : 'bg-[#EDEEF0]'}`}
          >
            {each === 'open' ? <Trans>To read</Trans> : <Trans>Read already</Trans>}
          </button>
        ))}
      </div>
      {shown.length === 0 ? (
        <p className="mt-4 text-[#5F6368]">
          <Trans>The list is empty.</Trans>
        </p>
      ) : (
        <ul className="mt-2">
          {shown.map((item) => (
            <li key={item.id} className="flex min-h-18 items-center gap-3 border-[#DDDFE2] border-b py-3">
              <label className="flex min-w-0 flex-1 items-center gap-3">
                <input
                  type="checkbox"
                  checked={item.state === 'read'}
                  onChange={() =>
                    save(
                      items.map((each) =>
                        each.id === item.id ? { ...each, state: each.state === 'read' ? 'open' : 'read' } : each,
                      ),
                    )
                  }
                  className="size-6 shrink-0 accent-[#24282E]"
                />
                <span className="min-w-0 wrap-anywhere">
                  <span className="block font-semibold text-[18px] leading-snug">{item.title}</span>
                  {item.note ? <span className="block text-[#5F6368]">{item.note}</span> : null}
                </span>
              </label>
              <button
                type="button"
                aria-label={t`Delete ${item.title}`}
                className="grid size-11 shrink-0 place-items-center"
                onClick={() => save(items.filter(({ id }) => id !== item.id))}
              >
                <Trash2 size={18} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
