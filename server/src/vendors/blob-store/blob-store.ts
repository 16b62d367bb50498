// Where encrypted documents, uploads and signed copies are stored: objects under random keys, written once.
import type { Checkable } from '../vendor-check.ts';

/** The most keys that `list` returns. */
export const listedAtOnce = 1000;

/** Every method rejects with `VendorUnavailable` if the store is unavailable or refuses. */
export interface BlobStore extends Checkable {
  /** Writes an object that no one deletes or overwrites before `lockedUntil`, where the store can hold to that. */
  put(key: string, bytes: Buffer, lockedUntil: Date | undefined, signal: AbortSignal): Promise<void>;
  /** Undefined if there is no such object. */
  get(key: string, signal: AbortSignal): Promise<Buffer | undefined>;
  /** An object that is not there counts as removed. */
  remove(key: string, signal: AbortSignal): Promise<void>;
  /** The keys that begin with `prefix` and come after another one, in the order of their bytes, `listedAtOnce` at most. */
  list(prefix: string, after: string, signal: AbortSignal): Promise<readonly string[]>;
}
