// The uploads of this page: what the server has, and what is on its way there.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  getUploads,
  handInUploads,
  removeUpload,
  type UploadKind,
  type Uploads,
  uploadLimits,
} from '#contract/uploads.ts';
import { ApiFailure } from '../../../api/failures.ts';
import { useEnvironment, useJourney } from '../../../journey/environment.ts';
import { useServerQuery } from '../../../journey/queries.ts';
import { useRedirectToState } from '../../../journey/use-redirect-to-state.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { uploadText as words } from '../../../wording/uploads.ts';
import { preparePhoto } from './photos.ts';
import { sendFile, typeOfFile } from './send-file.ts';

/** A file on its way. */
export interface Outgoing {
  readonly key: string;
  readonly kind: UploadKind;
  readonly bytes: number;
  /** From 0 to 1. */
  readonly progress: number;
  readonly isWaiting: boolean;
  readonly error?: string;
  /** Absent if trying again would not help. */
  readonly again?: () => void;
}

export function useUploads() {
  const { call, timers, onWake } = useEnvironment();
  const queries = useQueryClient();
  const redirect = useRedirectToState();
  const href = useJourney()?.links.uploads;
  const { data: uploads, isError } = useServerQuery(getUploads, href);
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([]);
  const [thumbnails, setThumbnails] = useState<Readonly<Record<string, string>>>({});
  const stops = useRef(new Map<string, AbortController>());
  /** One file after the other, or a slow connection finishes none. */
  const queue = useRef<Promise<void>>(Promise.resolve());

  useEffect(() => {
    const running = stops.current;
    return () => {
      for (const stop of running.values()) stop.abort();
    };
  }, []);

  const save = useCallback(
    (answer: Uploads) => queries.setQueryData([getUploads.path, href, undefined], answer),
    [queries, href],
  );
  const change = (key: string, changes: Partial<Outgoing>) =>
    setOutgoing((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const drop = (key: string) => setOutgoing((all) => all.filter((one) => one.key !== key));

  const send = async (kind: UploadKind, addHref: string, key: string, original: File) => {
    const stop = new AbortController();
    stops.current.set(key, stop);
    try {
      const { file, thumbnail } = original.type.startsWith('image/')
        ? await preparePhoto(original)
        : { file: original as Blob };
      if (thumbnail) setThumbnails((all) => ({ ...all, [key]: thumbnail }));
      change(key, { bytes: file.size });
      const mistake =
        (await typeOfFile(file)) === undefined
          ? words.wrongType
          : file.size > uploadLimits.fileBytes
            ? words.tooLarge
            : undefined;
      if (mistake) return change(key, { error: mistake });
      const answer = await sendFile({
        call,
        timers,
        onWake,
        href: addHref,
        key,
        file,
        onProgress: (progress) => change(key, { progress }),
        onWaiting: (isWaiting) => change(key, { isWaiting }),
        signal: stop.signal,
      });
      save(answer);
      drop(key);
    } catch (failure) {
      if (stop.signal.aborted || (await redirect.afterRefusal(failure))) return;
      const refused = failure instanceof ApiFailure && failure.status < 500 ? failure.errors?.[0] : undefined;
      change(key, {
        isWaiting: false,
        ...(refused
          ? { error: String(refused.message) }
          : { error: words.notSent, again: () => start(kind, addHref, key, original) }),
      });
    } finally {
      stops.current.delete(key);
    }
  };

  const start = (kind: UploadKind, addHref: string, key: string, file: File) => {
    setOutgoing((all) => [
      ...all.filter((one) => one.key !== key),
      { key, kind, bytes: file.size, progress: 0, isWaiting: false },
    ]);
    queue.current = queue.current.then(() => send(kind, addHref, key, file));
  };

  return {
    uploads,
    isError,
    outgoing,
    thumbnails,
    add(kind: UploadKind, addHref: string, files: readonly File[]) {
      for (const file of files) start(kind, addHref, randomKey(), file);
    },
    /** Stops a file that is on its way, or clears one that failed. */
    cancel(key: string) {
      stops.current.get(key)?.abort();
      drop(key);
    },
    async remove(fileHref: string) {
      try {
        save(await call(removeUpload, fileHref));
      } catch (failure) {
        await redirect.afterRefusal(failure);
      }
    },
    /** Returns whether the branch has them now. */
    async handIn(handInHref: string): Promise<boolean> {
      try {
        save(await call(handInUploads, handInHref, { body: {} }));
        return true;
      } catch (failure) {
        await redirect.afterRefusal(failure);
        return false;
      }
    },
  };
}
