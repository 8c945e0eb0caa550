import type { DataStore } from '@tus/server';

/** An upload as a local file: the original or a copy. */
export interface UploadedFile {
  path: string;
  /** Must be called when the file is no longer read. */
  release(): Promise<void>;
}

/** Storage of uploads until they have been processed. */
export interface UploadStore {
  /** The tus server's store, under the same ids. */
  datastore: DataStore;
  /** Bytes that have arrived, or undefined when there is no such upload. */
  received(id: string): Promise<number | undefined>;
  /** Makes an upload durable after its last byte. Idempotent. */
  complete(id: string, byteSize: number): Promise<void>;
  /** The first bytes of a complete upload. */
  readStart(id: string, byteCount: number): Promise<Buffer>;
  /** A complete upload as a local file; undefined when there is none. */
  takeFile(id: string): Promise<UploadedFile | undefined>;
  /** The whole file; undefined when there is none. */
  readWhole(id: string): Promise<Buffer | undefined>;
  removeFile(id: string): Promise<void>;
  /** Ids of uploads older than a moment. */
  listFiles(before: Date): Promise<string[]>;
  /** Removes local files that crashed processes left, older than a moment. */
  clearLocalFiles(before: Date): Promise<void>;
}
