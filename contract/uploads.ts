// Documents that an applicant uploads, where the bank could not verify what they declared.
import * as z from 'zod/mini';
import { application, file, get, post, remove } from './endpoint.ts';
import { href, instant, nothing } from './shapes.ts';

export const uploadKinds = ['photo-id', 'pay-stub', 'bill', 'insurance', 'title'] as const;
export const uploadKind = z.enum(uploadKinds);
export type UploadKind = z.output<typeof uploadKind>;

export const uploadTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const;

export const uploadLimits = {
  /** Bytes of one file. */
  fileBytes: 10 * 1024 * 1024,
  /** Bytes of one part of a file: few enough to arrive over a slow connection in one request. */
  partBytes: 128 * 1024,
  /** Pages of a PDF. */
  pdfPages: 20,
  /** Files that wait to be handed in, of one kind. */
  filesOfKind: 8,
  /** Files of one application in all. */
  files: 30,
} as const;

/** Names one file of this browser: 16 to 100 characters. Parts with the same name belong together, and are stored once. */
export const fileKeyHeader = 'x-file-key';
/** Which part of the file this is, and of how many, such as `1/3`. */
export const filePartHeader = 'x-file-part';

/** The file's own name, percent-encoded. Only the applicant reads it again. */
export const fileNameHeader = 'x-file-name';

const uploadedFile = z.object({
  /** As the browser named it. */
  key: z.string(),
  /** The file's own name, if the browser sent it. */
  name: z.optional(z.string()),
  type: z.enum(uploadTypes),
  bytes: z.int(),
  /** A picture of each of its pages, as the branch gets it. */
  pages: z.array(href),
  /** Deletes it. */
  href,
});

const uploads = z.object({
  documents: z.array(
    z.object({
      kind: uploadKind,
      /** Whether it is what would verify this applicant. */
      isWanted: z.boolean(),
      /** Whether it is wanted and we don't have it. */
      isMissing: z.boolean(),
      /** Takes parts of files; absent where there are enough. */
      addHref: z.optional(href),
      /** Not handed in yet. */
      files: z.array(uploadedFile),
      /** What we have, oldest first. */
      received: z.array(z.object({ at: instant, files: z.int() })),
    }),
  ),
  /** Absent while there is nothing to hand in. */
  handInHref: z.optional(href),
});
export type Uploads = z.output<typeof uploads>;

/** How far the documents that we ask for have arrived. */
export function handedIn(uploads: Uploads | undefined) {
  const wanted = uploads?.documents.filter(({ isWanted }) => isWanted) ?? [];
  const missing = wanted.filter(({ isMissing }) => isMissing).map(({ kind }) => kind);
  const hasSent = wanted.some(({ received }) => received.length > 0);
  return { missing, hasSent, isComplete: hasSent && missing.length === 0 };
}

export const getUploads = get(`${application}/uploads`, { response: uploads });

/**
 * Takes one part of a file. With the last one the file is checked, encoded again without its metadata, and stored. If the file is still
 * incomplete after its last part, an earlier request refused it and removed its parts: send every part again.
 */
export const uploadPart = post(`${application}/uploads/:uploadKind`, {
  bytes: { most: uploadLimits.partBytes },
  response: z.object({ isComplete: z.boolean(), uploads }),
});

export const getUploadPage = file(`${application}/uploads/files/:uploadId/pages/:page`, 'image/jpeg');

export const removeUpload = remove(`${application}/uploads/files/:uploadId`, { response: uploads });

/** Submits the uploads to the branch. They cannot be changed afterwards. */
export const handInUploads = post(`${application}/handed-in-uploads`, { body: nothing, response: uploads });
