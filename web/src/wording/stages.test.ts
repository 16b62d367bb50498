import { describe, expect, it } from 'vitest';
import { approvalText } from './approval.ts';
import { documentsText } from './documents.ts';
import { fastPathText } from './fast-path.ts';
import { loadingText } from './prequalification.ts';
import { verificationText } from './verification.ts';

describe('what is being done, on a waiting page', () => {
  it.each([
    ['offers', loadingText.stages],
    ['final decision', approvalText.loading.stages],
    ['fast path', fastPathText.loading.stages],
    ['bank', verificationText.loading.stages],
    ['signature', documentsText.signing.stages],
  ])('is one thing at a time, without a period: %s', (_, stages) => {
    const all: readonly string[] = stages.flatMap(({ messages }) => messages);
    expect(all.filter((line) => line.includes('.'))).toEqual([]);
  });
});
