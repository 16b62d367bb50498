import { useEffect, useRef, useState } from 'react';
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
import { lastActivity } from '../../../journey/last-activity.ts';
import { useSaveAnswer, useServerQuery } from '../../../journey/queries.ts';
import { useRedirectToState } from '../../../journey/use-redirect-to-state.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { uploadText as words } from '../../../wording/uploads.ts';
import { sendFile, typeOfFile } from './send-file.ts';

interface Outgoing {
  readonly key: string;
  readonly kind: UploadKind;
  readonly name: string;
  readonly bytes: number;
  /** From 0 to 1. */
  readonly progress: number;
  readonly isWaiting: boolean;
  readonly error?: string;
  /** Absent if trying again would not help. */
  readonly again?: () => void;
}

export function useUploads() {
  const { call } = useEnvironment();
  const redirect = useRedirectToState();
  const href = useJourney()?.links.uploads;
  const read = useServerQuery(getUploads, href);
  const save = useSaveAnswer(getUploads, href);
  const canceled = useRef(new Set<string>());

  /** Shows what the server has, after removing what it stored of canceled uploads. */
  const settle = async (answer: Uploads) => {
    let rest = answer;
    for (const { key, href: fileHref } of answer.documents.flatMap(({ files }) => files))
      if (canceled.current.has(key)) rest = await call(removeUpload, fileHref);
    save(rest);
  };
  const settleCanceled = async () => settle(await call(getUploads, href));
  const sending = useSending(settle, settleCanceled);

  return {
    uploads: read.data,
    read,
    ...sending,
    /** Cancels an upload, or clears a failed one. */
    cancel(key: string) {
      canceled.current.add(key);
      sending.cancel(key);
    },
    /** Returns whether it was removed, or the screen is being left. */
    async remove(fileHref: string): Promise<boolean> {
      try {
        save(await call(removeUpload, fileHref));
        return true;
      } catch (failure) {
        return redirect.afterRefusal(failure);
      }
    },
    /** Returns whether the branch has them now. */
    async handIn(handInHref: string): Promise<boolean> {
      try {
        // The server may still have been storing one when it was canceled.
        if (canceled.current.size > 0) await settleCanceled();
        save(await call(handInUploads, handInHref, { body: {} }));
        return true;
      } catch (failure) {
        await redirect.afterRefusal(failure);
        return false;
      }
    },
  };
}

/** Sends one file after the other, or a slow connection finishes none. */
function useSending(onSent: (uploads: Uploads) => Promise<void>, onCanceled: () => Promise<void>) {
  const { call, timers, onWake } = useEnvironment();
  const redirect = useRedirectToState();
  const { outgoing, put, change, drop } = useOutgoing();
  const [thumbnails, setThumbnails] = useState<Readonly<Record<string, string>>>({});
  const [queue] = useState(createTaskQueue);
  useEffect(() => queue.cancelAll, [queue]);

  const send = async (upload: Upload, signal: AbortSignal) => {
    const { key, original, addHref } = upload;
    try {
      const isPhoto = original.type.startsWith('image/');
      const { file, thumbnail }: Prepared = isPhoto ? await preparePhoto(original) : { file: original };
      if (thumbnail) setThumbnails((all) => ({ ...all, [key]: thumbnail }));
      change(key, { bytes: file.size });
      const mistake = await mistakeOf(file);
      if (mistake) return change(key, { error: mistake });
      const answer = await sendFile({
        call,
        timers,
        onWake,
        href: addHref,
        key,
        name: original.name,
        file,
        onProgress: (progress) => {
          // A slow connection sends for longer than a session may be idle.
          lastActivity.at = timers.now();
          change(key, { progress });
        },
        onWaiting: (isWaiting) => change(key, { isWaiting }),
        signal,
      });
      await onSent(answer);
      drop(key);
    } catch (failure) {
      if (signal.aborted || (await redirect.afterRefusal(failure))) return;
      const refusal = failure instanceof ApiFailure ? failure : undefined;
      change(key, {
        isWaiting: false,
        error: String(refusal?.errors?.[0]?.message ?? words.notSent),
        ...(refusal && refusal.status < 500 && refusal.errors ? {} : { again: () => start(upload) }),
      });
    }
  };
  const start = (upload: Upload) => {
    const { key, kind, original } = upload;
    put({ key, kind, name: original.name, bytes: original.size, progress: 0, isWaiting: false });
    queue.add(key, (signal) => send(upload, signal));
  };

  return {
    outgoing,
    /** By the keys of the files that this tab sent. The server doesn't have them. */
    thumbnails,
    add(kind: UploadKind, addHref: string, files: readonly File[]) {
      for (const original of files) start({ key: randomKey(), kind, addHref, original });
    },
    cancel(key: string) {
      queue.cancel(key);
      drop(key);
      // In its turn, because a response from before another file arrived would hide that file.
      queue.add(key, () => onCanceled().catch(() => {}));
    },
  };
}

interface Upload {
  readonly key: string;
  readonly kind: UploadKind;
  readonly addHref: string;
  readonly original: File;
}

/** The files in upload, in the order they were added. */
function useOutgoing() {
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([]);
  return {
    outgoing,
    put: (added: Outgoing) => setOutgoing((all) => [...all.filter(({ key }) => key !== added.key), added]),
    change: (key: string, changes: Partial<Outgoing>) =>
      setOutgoing((all) => all.map((file) => (file.key === key ? { ...file, ...changes } : file))),
    drop: (key: string) => setOutgoing((all) => all.filter((file) => file.key !== key)),
  };
}

/** Why the server would refuse a file, if it would. */
async function mistakeOf(file: Blob): Promise<string | undefined> {
  if ((await typeOfFile(file)) === undefined) return words.wrongType;
  return file.size > uploadLimits.fileBytes ? words.tooLarge : undefined;
}

/** Pixels of the longer side. Small print of a letter page stays readable. */
const mostPixels = 2400;
const thumbnailPixels = 128;
/** Photos under this size go as they are. */
const smallBytes = 600_000;
const quality = 0.85;

/** The file to send. A photo is made smaller, and gets a thumbnail. */
interface Prepared {
  readonly file: Blob;
  /** A data address; absent where this browser cannot draw the photo. */
  readonly thumbnail?: string;
}

/** A photo as a JPEG of a fitting size, whatever the phone made of it. What the browser cannot draw goes as it is. */
async function preparePhoto(file: Blob): Promise<Prepared> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!picture) return { file };
  try {
    const thumbnail = drawn(picture, thumbnailPixels).toDataURL('image/jpeg', quality);
    if (file.size <= smallBytes && /^image\/(?:jpeg|png)$/.test(file.type)) return { file, thumbnail };
    const canvas = drawn(picture, mostPixels);
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    return { file: small ?? file, thumbnail };
  } finally {
    picture.close();
  }
}

function drawn(picture: ImageBitmap, most: number): HTMLCanvasElement {
  const scale = Math.min(1, most / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  // A PNG may be see-through.
  if (context) context.fillStyle = '#fff';
  context?.fillRect(0, 0, canvas.width, canvas.height);
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Runs tasks one after the other. A task that is canceled before its turn never runs. */
export function createTaskQueue() {
  const stops = new Map<string, AbortController>();
  let last = Promise.resolve();
  return {
    add(key: string, run: (signal: AbortSignal) => Promise<void>) {
      const stop = new AbortController();
      stops.set(key, stop);
      last = last.then(async () => {
        if (!stop.signal.aborted) await run(stop.signal);
        if (stops.get(key) === stop) stops.delete(key);
      });
    },
    cancel: (key: string) => stops.get(key)?.abort(),
    cancelAll() {
      for (const stop of stops.values()) stop.abort();
    },
  };
}
