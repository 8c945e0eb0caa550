import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { libraryLimits } from '@vlam/contract/rules/library';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { fieldErrorsOf } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type Album, isSold, type LibraryFile, useSaveAlbum } from '../api.ts';
import { FileChoice } from './file-choice.tsx';
import { FilePicture } from './file-picture.tsx';
import { PeopleChoice } from './people-choice.tsx';

type Shown = Pick<LibraryFile, 'id' | 'kind' | 'state' | 'duration' | 'previewUrl'>;

interface AlbumEditorProps {
  /** The album to change; a new one without it. */
  album?: Album | undefined;
  /** Files of a new album. */
  files?: readonly LibraryFile[];
  onClose(): void;
  onSaved(album: Album): void;
}

/** Names an album, sets what is in it and who sees it. */
export function AlbumEditor({ album, files = [], onClose, onSaved }: AlbumEditorProps) {
  const { t } = useLingui();
  const fail = useFailure();
  const [title, setTitle] = useState(album?.title ?? '');
  const [held, setHeld] = useState<readonly Shown[]>(album?.pictures ?? files);
  const [people, setPeople] = useState<readonly string[]>(album?.sharedWith?.map(({ id }) => id) ?? []);
  const [adding, setAdding] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const save = useSaveAlbum(album?.id, {
    onSuccess: (saved) => {
      toast({ title: album ? t`Album saved` : t`Album made` });
      onSaved(saved);
    },
    onError: (error) => {
      const fields = fieldErrorsOf(error);
      setProblems(fields);
      if (!fields.title) fail(error);
    },
  });
  const added = held.filter((file): file is LibraryFile => 'uses' in file);
  return (
    <FormSheet
      onClose={onClose}
      title={album ? <Trans>Change this album</Trans> : <Trans>New album</Trans>}
      intro={album ? undefined : t`Only the people you choose see it. You can take it back at any time.`}
      action={album ? <Trans>Save</Trans> : people.length > 0 ? <Trans>Share album</Trans> : <Trans>Make album</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={save.isPending}
      onSubmit={() => {
        const name = title.trim();
        if (!name) return setProblems({ title: t`Name the album` });
        setProblems({});
        save.mutate({ title: name, mediaIds: held.map(({ id }) => id), profileIds: [...people] });
      }}
    >
      <Field label={<Trans>Name</Trans>} error={problems.title} help={t`Those you share it with see this name`}>
        <TextInput
          name="title"
          value={title}
          maxLength={60}
          autoComplete="off"
          required
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      </Field>
      <fieldset aria-label={t`Pictures and clips`}>
        <p className="mb-1.5 flex items-baseline justify-between gap-3 text-sm">
          <span aria-hidden className="font-semibold">
            <Trans>Pictures and clips</Trans>
          </span>
          <span role="status" className="text-faint tabular-nums">
            <Plural value={held.length} one="# chosen" other="# chosen" />
          </span>
        </p>
        {held.length > 0 ? (
          <ul className="grid grid-cols-4 gap-2 xs:grid-cols-5">
            {held.map((file, index) => (
              <li key={file.id} className="relative aspect-[4/5] overflow-hidden rounded-sm bg-surface-2">
                <FilePicture file={file} isSmall />
                <button
                  type="button"
                  aria-label={t`Take out picture ${index + 1}`}
                  onClick={() => setHeld(held.filter(({ id }) => id !== file.id))}
                  className="absolute top-0 right-0 grid size-11 place-items-center"
                >
                  <span className="grid size-6.5 place-items-center rounded-pill bg-picture-tag text-on-picture">
                    <X size={15} strokeWidth={2.5} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        {adding ? (
          <div className="mt-3">
            <FileChoice
              filter={{}}
              chosen={added}
              canAdd={() => held.length < libraryLimits.files}
              onChange={(chosen) => setHeld([...held.filter((file) => !('uses' in file)), ...chosen])}
            />
          </div>
        ) : (
          <Button size="sm" className="mt-3" onClick={() => setAdding(true)}>
            <Trans>Add from your library</Trans>
          </Button>
        )}
      </fieldset>
      {added.some(isSold) && people.length > 0 ? (
        <p role="status" className="rounded-md bg-warning-soft px-4 py-3 text-sm">
          <Trans>Some of these you sell. Whom you share the album with sees them without paying.</Trans>
        </p>
      ) : null}
      <PeopleChoice
        legend={<Trans>Shared with</Trans>}
        counts
        already={album?.sharedWith ?? []}
        chosen={people}
        onChange={setPeople}
      />
    </FormSheet>
  );
}
