import { Trans, useLingui } from '@lingui/react/macro';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import Pencil from 'lucide-react/icons/pencil';
import SquarePen from 'lucide-react/icons/square-pen';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { isRows, useToolData } from './tool-data.ts';
import { ToolPage, ToolTitle } from './tool-frame.tsx';

interface Note {
  id: string;
  title: string;
  /** A line that begins with `- ` or `x ` is one of a list, open or done. */
  text: string;
  editedAt: string;
}
const isNotes = isRows<Note>('id', 'title', 'text', 'editedAt');
const icon = 'grid size-11 shrink-0 place-items-center rounded-[8px] text-[#7A5D00]';
const line = /^([-x]) (.*)$/;
const dateOf = (time: string) =>
  new Intl.DateTimeFormat('en-ZA', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(
    new Date(time),
  );

/** Notes with lists to tick off, kept on this device. */
export function Notes() {
  const { t } = useLingui();
  const [notes, save] = useToolData<Note[]>('notes', [], isNotes);
  const [openId, setOpenId] = useState<string>();
  const [isWriting, setWriting] = useState(false);
  const [search, setSearch] = useState('');
  const open = notes.find(({ id }) => id === openId);
  const change = (id: string, part: Partial<Note>) =>
    save(notes.map((note) => (note.id === id ? { ...note, ...part, editedAt: new Date().toISOString() } : note)));
  const create = () => {
    const id = crypto.randomUUID();
    save([{ id, title: '', text: '', editedAt: new Date().toISOString() }, ...notes]);
    setOpenId(id);
  };
  const wanted = search.trim().toLowerCase();
  const shown = notes.filter(({ title, text }) => `${title} ${text}`.toLowerCase().includes(wanted));
  return (
    <ToolPage style={{ background: '#FBFAF6', color: '#1F1D18', colorScheme: 'light' }}>
      <div className="flex min-h-dvh">
        <section
          className={`w-full border-[#E4E1D6] p-4 md:block md:w-85 md:shrink-0 md:border-r ${open ? 'hidden' : ''}`}
        >
          <div className="flex items-center justify-between">
            <ToolTitle className="text-[30px] font-bold" />
            <button type="button" aria-label={t`New note`} className={icon} onClick={create}>
              <SquarePen size={20} aria-hidden />
            </button>
          </div>
          <input
            type="search"
            aria-label={t`Search`}
            placeholder={t`Search`}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="mt-2 h-11 w-full rounded-[12px] bg-[#ECEAE0] px-3 text-base placeholder:text-[#67645A]"
          />
          <ul className="mt-2.5">
            {shown.map((note) => (
              <li key={note.id}>
                <button
                  type="button"
                  aria-current={note.id === openId || undefined}
                  onClick={() => setOpenId(note.id)}
                  className={`block min-h-17 w-full rounded-[12px] p-3 text-left ${note.id === openId ? 'bg-[#F7E6B0]' : ''}`}
                >
                  <span className="block truncate font-semibold">{note.title || t`New note`}</span>
                  <span className="block truncate text-[#5C594F] text-sm">
                    <span className="text-[#1F1D18]">{dateOf(note.editedAt)}</span> {note.text.replace(/^[-x] /gm, '')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {notes.length === 0 ? (
            <p className="mt-6 text-[#5C594F]">
              <Trans>No notes yet. They stay on this device.</Trans>
            </p>
          ) : null}
        </section>
        {open ? (
          <article className="min-w-0 flex-1 p-4 md:px-18 md:py-10">
            <h1 className="sr-only md:hidden">{open.title || t`New note`}</h1>
            <div className="flex items-center justify-between">
              <button
                type="button"
                aria-label={t`Back`}
                className={`${icon} md:invisible`}
                onClick={() => setOpenId(undefined)}
              >
                <ChevronLeft size={22} aria-hidden />
              </button>
              <span className="text-[#5C594F] text-sm">{dateOf(open.editedAt)}</span>
              <button
                type="button"
                aria-label={t`Delete`}
                className={icon}
                onClick={() => {
                  save(notes.filter(({ id }) => id !== open.id));
                  setOpenId(undefined);
                }}
              >
                <Trash2 size={20} aria-hidden />
              </button>
            </div>
            <input
              aria-label={t`Title`}
              placeholder={t`Title`}
              value={open.title}
              onChange={(event) => change(open.id, { title: event.target.value })}
              className="mt-3 w-full bg-transparent text-[28px] font-bold"
            />
            {isWriting || !hasBoxes(open.text) ? (
              <textarea
                aria-label={t`Note`}
                placeholder={t`Write. A line that begins with - becomes a box to tick.`}
                value={open.text}
                // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was just pressed.
                autoFocus={isWriting}
                onFocus={() => setWriting(true)}
                onBlur={() => setWriting(false)}
                onChange={(event) => change(open.id, { text: event.target.value })}
                className="mt-4 field-sizing-content min-h-60 w-full resize-none bg-transparent text-base leading-7 placeholder:text-[#67645A]"
              />
            ) : (
              <>
                <Lines text={open.text} onChange={(text) => change(open.id, { text })} />
                <button
                  type="button"
                  className="mt-4 inline-flex min-h-11 items-center gap-2 text-[#7A5D00]"
                  onClick={() => setWriting(true)}
                >
                  <Pencil size={18} aria-hidden />
                  <Trans>Edit</Trans>
                </button>
              </>
            )}
          </article>
        ) : null}
      </div>
    </ToolPage>
  );
}

const hasBoxes = (text: string) => text.split('\n').some((each) => line.test(each));

/** The note as it is read: boxes to tick, and its other lines between them. */
function Lines({ text, onChange }: { text: string; onChange(text: string): void }) {
  const lines = text.split('\n');
  const toggle = (index: number) =>
    onChange(
      lines.map((each, at) => (at === index ? (each.startsWith('x') ? '-' : 'x') + each.slice(1) : each)).join('\n'),
    );
  const parts = lines.map((each, index) => {
    const [, mark, label] = line.exec(each) ?? [];
    return { index, text: label ?? each, isBox: label !== undefined, done: mark === 'x' };
  });
  return (
    <ul className="mt-4">
      {parts.map((part) => (
        <li key={part.index} className="min-h-4 wrap-anywhere leading-7">
          {part.isBox ? (
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                checked={part.done}
                onChange={() => toggle(part.index)}
                className="size-6 shrink-0 accent-[#8A6A00]"
              />
              <span className={part.done ? 'text-[#5C594F] line-through' : ''}>{part.text}</span>
            </label>
          ) : (
            part.text
          )}
        </li>
      ))}
    </ul>
  );
}
