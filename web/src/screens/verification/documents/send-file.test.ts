import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { fileKeyHeader, fileNameHeader, filePartHeader, uploadLimits } from '#contract/uploads.ts';
import type { Send, SendOptions } from '../../../api/client.ts';
import { ApiFailure, NetworkFailure } from '../../../api/failures.ts';
import { manualTimers } from '../../../lib/manual-timers.ts';
import { sendFile, typeOfFile } from './send-file.ts';

const file = new Blob([new Uint8Array(uploadLimits.partBytes * 2 + 5)]);

function sending(responses: (part: string, attempt: number) => object | Error) {
  const sentParts: string[] = [];
  const progress: number[] = [];
  const timers = manualTimers();
  const call = (async (_endpoint: Endpoint, _href?: string, options?: SendOptions) => {
    const part = options?.headers?.[filePartHeader] ?? '';
    expect(options?.headers?.[fileKeyHeader]).toBe('a-file-of-this-browser');
    expect(options?.headers?.[fileNameHeader]).toBe('pay%20stub%20%E2%80%93%20May.pdf');
    sentParts.push(part);
    const response = responses(part, sentParts.length);
    if (response instanceof Error) throw response;
    return response;
  }) as Send;
  const done = sendFile({
    call,
    timers,
    href: '/api/upload',
    key: 'a-file-of-this-browser',
    name: 'pay stub – May.pdf',
    file,
    onProgress: (one) => progress.push(one),
    onWaiting: () => {},
    signal: new AbortController().signal,
  });
  return { done, sentParts, progress, timers };
}

const uploads = { documents: [] };

describe('a file', () => {
  it('goes out in parts, and is done with the last', async () => {
    const { done, sentParts, progress } = sending((part) => ({ isComplete: part === '3/3', uploads }));
    expect(await done).toBe(uploads);
    expect(sentParts).toEqual(['1/3', '2/3', '3/3']);
    expect(progress).toEqual([1 / 3, 2 / 3, 1]);
  });

  it('sends only the part again that did not arrive', async () => {
    const { done, sentParts, timers } = sending((part, attempt) =>
      attempt === 2 ? new NetworkFailure('unreachable') : { isComplete: part === '3/3', uploads },
    );
    await timers.advance(0);
    expect(sentParts).toEqual(['1/3', '2/3']);
    await timers.advance(1_000);
    await done;
    expect(sentParts).toEqual(['1/3', '2/3', '2/3', '3/3']);
  });

  it('whose refusal was lost is sent again from its first part', async () => {
    const { done, sentParts, timers } = sending((part, attempt) => {
      if (attempt === 3) return new NetworkFailure('too-slow');
      return attempt > 4 && part === '2/3' ? new ApiFailure(400) : { isComplete: false, uploads };
    });
    const refused = expect(done).rejects.toMatchObject({ status: 400 });
    await timers.advance(0);
    await timers.advance(1_000);
    await refused;
    expect(sentParts).toEqual(['1/3', '2/3', '3/3', '3/3', '1/3', '2/3']);
  });

  it('that is refused is not sent again', async () => {
    const { done, sentParts } = sending(() => new ApiFailure(400));
    await expect(done).rejects.toThrow(ApiFailure);
    expect(sentParts).toEqual(['1/3']);
  });

  it('is determined by its content', async () => {
    const typeOf = (bytes: string) =>
      typeOfFile(new Blob([Uint8Array.from(bytes, (one) => one.charCodeAt(0))]));
    expect(await typeOf('\xff\xd8\xff\xe0')).toBe('image/jpeg');
    expect(await typeOf('\x89PNG\r\n\x1a\n')).toBe('image/png');
    expect(await typeOf('%PDF-1.7')).toBe('application/pdf');
    expect(await typeOf('\xef\xbb\xbf\r\n%PDF-1.7')).toBe('application/pdf');
    expect(await typeOf(`${' '.repeat(1024)}%PDF-1.7`)).toBeUndefined();
    expect(await typeOf('\0\0\0\x1cftypheic')).toBe('image/heic');
    expect(await typeOf('\0\0\0\x1cftypmp42')).toBeUndefined();
    expect(await typeOf('<html>')).toBeUndefined();
    expect(await typeOf('')).toBeUndefined();
  });
});
