// Documents instead of a bank link: receives their files in parts, shows what has arrived, and hands them in.
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  fileKeyHeader,
  fileNameHeader,
  filePartHeader,
  getUploadPage,
  getUploads,
  handInUploads,
  removeUpload,
  type UploadKind,
  type Uploads,
  uploadKind,
  uploadKinds,
  uploadLimits,
  uploadPart,
} from '#contract/uploads.ts';
import { cleanFile } from '../../files/clean-file.ts';
import { inTurn } from '../../files/cleaning-queue.ts';
import { type Application, transactOn } from '../../journey/applications.ts';
import { assertAllowed } from '../../journey/guard.ts';
import { hrefOf } from '../../journey/hrefs.ts';
import {
  checkOf,
  missingDocuments,
  recordDocumentsComplete,
  wantedDocuments,
} from '../../journey/missing-items.ts';
import { requireContext } from '../../journey/request-context.ts';
import { serveStep } from '../../journey/step.ts';
import { emailUploadsReceived } from '../../messages/application-messages.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { Failure, fail, failAsSuspect } from '../../platform/failure.ts';
import { acceptBinaryBodies, serveFile } from '../../platform/http/http.ts';
import { audit } from '../../records/audit.ts';
import {
  countOthersUnfinished,
  deleteParts,
  deleteUpload,
  handIn,
  namesOfUploads,
  readParts,
  savePart,
  saveUpload,
  type UploadedFile,
  uploadsOf,
} from '../../records/uploads.ts';
import type { Services, With } from '../../services.ts';
import { errorMessages, uploadRefusals } from '../../wording/error-messages.ts';
import { sendUploads } from './upload-jobs.ts';

const mostParts = Math.ceil(uploadLimits.fileBytes / uploadLimits.partBytes);
const mostNameLength = 120;
/** Files of one application that may arrive at the same time. */
const mostUnfinished = 6;

export const uploadRoutes = [partRoutes, fileRoutes];

function partRoutes(app: FastifyInstance, services: Services): void {
  const { db, limiter } = services;

  void app.register(async (scope) => {
    acceptBinaryBodies(scope);
    serveStep(scope, services, uploadPart, 'uploads', async ({ context, request, params, body }) => {
      const { application } = context;
      const { id } = application;
      const kind = uploadKind.parse(params.uploadKind);
      const { key, name, part, parts } = partOf(request);
      const isStored = async () => (await uploadsOf(db, id)).some((file) => file.key === key);
      if (!(await isStored())) {
        await limiter.assertLeft('refused-upload', id);
        await limiter.spend('upload-part', id);
        const count = await transactOn(db, id, async (tx) => {
          // Parts that arrive at once would not see each other.
          await assertRoom(tx, id, kind);
          if ((await countOthersUnfinished(tx, id, key)) >= mostUnfinished)
            fail('too-many', errorMessages['too-many'].uploadsAtOnce);
          return savePart(tx, services, id, { key, part, parts, content: body });
        });
        if (count < parts) return { isComplete: false, uploads: await shown(services, application) };
        await finishOnce(services, id, { kind, key, name });
      }
      return { isComplete: await isStored(), uploads: await shown(services, application) };
    });
  });
}

interface ArrivedFile {
  readonly kind: UploadKind;
  readonly key: string;
  readonly name: string | undefined;
}

const finishing = new Map<string, Promise<void>>();

/** A browser that stops waiting sends the last part again, which then waits for the same. */
function finishOnce(services: Services, id: ApplicationId, file: ArrivedFile): Promise<void> {
  const running = `${id}:${file.key}`;
  const run = () => finish(services, id, file).finally(() => finishing.delete(running));
  const done = finishing.get(running) ?? run();
  finishing.set(running, done);
  return done;
}

/** Cleans and stores a file. Changes nothing if its parts are gone, because another process has stored or refused it meanwhile. */
async function finish(services: Services, id: ApplicationId, { kind, key, name }: ArrivedFile) {
  const { config, db, vault, limiter, log, blobs } = services;
  const limits = {
    pages: uploadLimits.pdfPages,
    bytes: uploadLimits.fileBytes,
    wallClockSeconds: 60 * config.VENDOR_TIMEOUT_SCALE,
  };
  // Read only now, so that files that wait take no memory.
  const cleaned = await inTurn(id, async () => {
    await limiter.assertLeft('upload-seconds', id);
    const bytes = await readParts(db, vault, id, key);
    if (bytes === undefined) return { kind: 'gone' } as const;
    if (bytes.length > uploadLimits.fileBytes) return { kind: 'refused', why: 'too-large' } as const;
    const file = await cleanFile(bytes, limits, log);
    await limiter.trySpend('upload-seconds', id, { amount: Math.ceil(file.seconds) });
    return file;
  });
  if (!cleaned || cleaned.kind === 'busy')
    throw new Failure([{ code: 'try-again', message: errorMessages['try-again'].uploads }], 60);
  if (cleaned.kind === 'gone') return;
  if (cleaned.kind === 'refused') {
    await deleteParts(db, id, key);
    await limiter.trySpend('refused-upload', id);
    failAsSuspect('file-refused', 'invalid', uploadRefusals[cleaned.why], 'file');
  }
  const content = await blobs.store('uploads', cleaned.bytes);
  await transactOn(db, id, async (tx, current) => {
    assertAllowed(current, 'uploads');
    await assertRoom(tx, id, kind);
    await saveUpload(tx, services, id, {
      kind,
      key,
      name,
      contentType: cleaned.type,
      bytes: cleaned.bytes.length,
      pages: cleaned.pages,
      sha256: hash('sha256', cleaned.bytes),
      content,
    });
    await deleteParts(tx, id, key);
  });
}

function fileRoutes(app: FastifyInstance, services: Services): void {
  const { db, limiter, clock, jobs, blobs } = services;

  serveFile(app, getUploadPage, async ({ request, reply, params }) => {
    const { application } = await requireContext(services, request, params.applicationId);
    assertAllowed(application, 'uploads');
    const { id } = application;
    const file = (await uploadsOf(db, id)).find((one) => one.id === params.uploadId && one.handInId === null);
    if (file === undefined) fail('not-found', errorMessages['not-found'].document);
    await limiter.spend('view-upload', id);
    // Few processes ever read a PDF.
    const { pagePicture } = await import('../../files/page-picture.ts');
    const picture = await pagePicture(await blobs.read(file.content), Number(params.page));
    if (picture === undefined) fail('not-found', errorMessages['not-found'].document);
    return reply.type(getUploadPage.contentType).send(picture);
  });

  serveStep(app, services, getUploads, 'uploads', ({ context }) => shown(services, context.application));

  serveStep(app, services, removeUpload, 'uploads', async ({ context, params }) => {
    const { application } = context;
    await transactOn(db, application.id, (tx) => deleteUpload(tx, application.id, params.uploadId));
    return shown(services, application);
  });

  serveStep(app, services, handInUploads, 'uploads', async ({ context }) => {
    const { application } = context;
    const { id } = application;
    await limiter.spend('hand-in-uploads', id);
    await transactOn(db, id, async (tx, locked) => {
      assertAllowed(locked, 'uploads');
      const handInId = await handIn(tx, services, id);
      // Another press was faster.
      if (handInId === undefined) return;
      await recordDocumentsComplete(tx, services, id);
      await jobs.enqueue(tx, sendUploads, id, { handIn: handInId });
      await jobs.enqueue(tx, emailUploadsReceived, id, { handIn: handInId });
      await audit(tx, clock, context.subject, { type: 'documents-handed-in' });
    });
    return shown(services, application);
  });
}

async function shown({ db, vault }: With<'db' | 'vault'>, application: Application): Promise<Uploads> {
  const { id } = application;
  const [files, names, wanted, missing] = await Promise.all([
    uploadsOf(db, id),
    namesOfUploads(db, vault, id),
    wantedDocuments(db, application),
    missingDocuments(db, application),
  ]);
  return {
    documents: shownKinds(files, wanted).map((kind) => {
      const ofKind = files.filter((file) => file.kind === kind);
      return {
        kind,
        isWanted: wanted.includes(kind),
        isMissing: missing.includes(kind),
        ...(hasRoom(files, kind) ? { addHref: hrefOf(uploadPart, id).replace(':uploadKind', kind) } : {}),
        files: ofKind
          .filter(({ handInId }) => handInId === null)
          .map((file) => ({
            key: file.key,
            ...(names.has(file.key) && { name: names.get(file.key) }),
            type: file.contentType,
            bytes: file.bytes,
            pages: Array.from({ length: file.pages }, (_, at) =>
              hrefOf(getUploadPage, id)
                .replace(':uploadId', file.id)
                .replace(':page', String(at + 1)),
            ),
            href: hrefOf(removeUpload, id).replace(':uploadId', file.id),
          })),
        received: receivedOf(ofKind),
      };
    }),
    ...(files.some(({ handInId }) => handInId === null) ? { handInHref: hrefOf(handInUploads, id) } : {}),
  };
}

/** What verifies an applicant, unless the papers of a vehicle are wanted; and what was sent. */
function shownKinds(files: readonly UploadedFile[], wanted: readonly UploadKind[]): readonly UploadKind[] {
  const isOfVehicle = wanted.some((kind) => !(kind in checkOf));
  return uploadKinds.filter(
    (kind) =>
      wanted.includes(kind) || files.some((file) => file.kind === kind) || (kind in checkOf && !isOfVehicle),
  );
}

/** Without what is no letter of a name, and no longer than a list has room for. */
function nameOf(request: FastifyRequest): string | undefined {
  try {
    const name = decodeURIComponent(String(request.headers[fileNameHeader] ?? ''));
    return name.replace(/\p{C}/gu, '').slice(0, mostNameLength) || undefined;
  } catch {
    return undefined;
  }
}

function partOf(request: FastifyRequest): Omit<ArrivedFile, 'kind'> & { part: number; parts: number } {
  const key = String(request.headers[fileKeyHeader] ?? '');
  const [, part = 0, parts = 0] =
    /^(\d{1,3})\/(\d{1,3})$/.exec(String(request.headers[filePartHeader])) ?? [];
  const place = { part: Number(part), parts: Number(parts) };
  if (!/^[\w-]{16,100}$/.test(key) || place.part < 1 || place.part > place.parts)
    fail('malformed', errorMessages.malformed.uploadHeaders);
  if (place.parts > mostParts) fail('invalid', uploadRefusals['too-large'], 'file');
  return { key, name: nameOf(request), ...place };
}

function hasRoom(files: readonly UploadedFile[], kind: UploadKind): boolean {
  const open = files.filter((file) => file.kind === kind && file.handInId === null);
  return files.length < uploadLimits.files && open.length < uploadLimits.filesOfKind;
}

async function assertRoom(tx: Tx, id: ApplicationId, kind: UploadKind): Promise<void> {
  if (!hasRoom(await uploadsOf(tx, id), kind)) fail('too-many', errorMessages['too-many'].uploads);
}

/** Files that were handed in together count as one. */
function receivedOf(files: readonly UploadedFile[]): { at: string; files: number }[] {
  const byHandIn = new Map<string, { at: string; files: number }>();
  for (const { handInId, handedInAt } of files) {
    if (handInId === null || handedInAt === null) continue;
    const handedIn = byHandIn.get(handInId) ?? { at: handedInAt.toISOString(), files: 0 };
    byHandIn.set(handInId, { ...handedIn, files: handedIn.files + 1 });
  }
  return [...byHandIn.values()];
}
