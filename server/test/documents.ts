// An applicant's documents, uploaded as the browser does and handed in.
import { randomUUID } from 'node:crypto';
import { fileKeyHeader, filePartHeader, type UploadKind, type Uploads } from '#contract/uploads.ts';
import { photo } from './photo.ts';
import type { Browser } from './world.ts';

const picture = photo({ orientation: 1, note: 'a test' });

export async function handInDocuments(browser: Browser, kinds: readonly UploadKind[]): Promise<void> {
  const href = (await browser.journey()).links.uploads as string;
  const read = async () => (await browser.get(href)).json<Uploads>();
  for (const kind of kinds) {
    const add = (await read()).documents.find((one) => one.kind === kind)?.addHref as string;
    const headers = {
      'content-type': 'application/octet-stream',
      [fileKeyHeader]: randomUUID(),
      [filePartHeader]: '1/1',
    };
    const added = await browser.call('POST', add, picture, headers);
    if (added.statusCode !== 200) throw new Error(`The document was refused: ${added.body}`);
  }
  const { handInHref } = await read();
  await browser.post(handInHref as string, {});
}
