import type { MediaView } from '@vlam/contract/media';
import { deleteDraft, readDraft, saveDraft } from '../draft.ts';
import { createStore } from '../store.ts';

/** A file of the creator's library that was prepared for another use. */
export interface PickedFile {
  /** Id to send, publish or deliver. */
  mediaId: string;
  kind: MediaView['kind'];
  bytes: number;
  previewUrl: string | null;
  /** Others pay for this file somewhere else. */
  isPaid: boolean;
}

/** Files for one message. */
export interface Picked {
  media: 'photo' | 'video';
  picked: readonly PickedFile[];
}

/** Opens the library, which belongs to another feature. */
export type OpenLibrary = (pick: (picked: Picked) => void) => void;

/** What files of the library are wanted for: one message, or an item with pictures and videos, or with one sound. */
export type LibraryPurpose = { for: 'message' } | { for: 'item'; max: number; isSound: boolean };

/** A request for files of the library, which belongs to another feature; the screen's `LibraryHost` answers it. */
export const libraryRequest = createStore<{ purpose: LibraryPurpose; pick(picked: Picked): void } | null>(null);

const nameOf = (profileId: string) => `picked:${profileId}`;

/** Keeps files for a message to this member; a chat that opens next asks for their price (`isPicked`). */
export function keepPicked(profileId: string, { media, picked }: Picked): void {
  saveDraft(nameOf(profileId), { picked });
  saveDraft(`files:${profileId}`, { kind: media, isPicked: true });
}

/** The kept files; none where files of the device are sent. */
export const readPicked = (profileId: string): readonly PickedFile[] =>
  readDraft<Pick<Picked, 'picked'>>(nameOf(profileId), { picked: [] }).picked;

export const dropPicked = (profileId: string): void => deleteDraft(nameOf(profileId));
