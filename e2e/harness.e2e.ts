// A browser test that runs into its time limit.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, vi } from 'vitest';
import { pathOf } from '#contract/screens.ts';
import { it } from './test.ts';
import type { Visit } from './visit.ts';

describe('a test that hangs', () => {
  beforeAll(() => {
    vi.spyOn(console, 'error').mockReturnValue();
  });
  beforeEach<{ visit: Visit }>(({ visit }) => visit.open(pathOf('landing')));

  it('fails at its limit', { fails: true, timeout: 100 }, () => new Promise(() => {}));

  afterAll(() => {
    const [[message]] = vi.mocked(console.error).mock.calls as [[string]];
    vi.mocked(console.error).mockRestore();
    const folder = join(import.meta.dirname, '..', /\.cache\S+/.exec(message)?.[0] ?? '');
    expect(readdirSync(folder).sort(), 'what it saves').toEqual(['tab-1.png', 'trace.zip']);
    rmSync(join(folder, '../..'), { recursive: true });
  });
});
