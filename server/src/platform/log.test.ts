import { describe, expect, it } from 'vitest';
import { createLog, describeError } from './log.ts';
import { inContext, setLogApplication } from './tracing.ts';

function logging() {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }) };
}

describe('a log line', () => {
  it('carries the ids of its request, job and application, also after a pause', async () => {
    const { lines, log } = logging();
    await inContext({ ids: { requestId: 'r-1' } }, async () => {
      log.info('before it is known');
      setLogApplication('a-1');
      await new Promise((resolve) => setImmediate(resolve));
      log.info({ more: 1 }, 'after');
    });
    await inContext({ ids: { requestId: 'r-1', applicationId: 'a-1', job: 'decide' } }, async () => {
      log.info('in a job');
    });
    log.info('without a context');
    expect(lines.map(({ level: _, time: __, ...rest }) => rest)).toEqual([
      { requestId: 'r-1', msg: 'before it is known' },
      { requestId: 'r-1', applicationId: 'a-1', more: 1, msg: 'after' },
      { requestId: 'r-1', applicationId: 'a-1', job: 'decide', msg: 'in a job' },
      { msg: 'without a context' },
    ]);
  });

  it('does not mix up what runs side by side', async () => {
    const { lines, log } = logging();
    const request = (id: string) =>
      inContext({ ids: { requestId: id } }, async () => {
        await new Promise((resolve) => setImmediate(resolve));
        setLogApplication(`of ${id}`);
        await new Promise((resolve) => setImmediate(resolve));
        log.info('done');
      });
    await Promise.all(['1', '2', '3'].map(request));
    expect(lines.map(({ requestId, applicationId }) => [requestId, applicationId])).toEqual([
      ['1', 'of 1'],
      ['2', 'of 2'],
      ['3', 'of 3'],
    ]);
  });
});

describe('an error in the log is text', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

  it.each<[string, unknown, string]>([
    ['an Error', new Error('no answer'), 'no answer'],
    [
      'what the queue hands out',
      { ...refused, message: refused.message, stack: refused.stack, queue: 'decide', worker: 'w' },
      'connect ECONNREFUSED 127.0.0.1:5432',
    ],
    ['several errors', new AggregateError([refused, new Error('no route')]), `${refused.message}; no route`],
    ['a text', 'no answer', 'no answer'],
    ['nothing', null, 'null'],
    ['an object with a code alone', { code: 'E42' }, 'E42'],
    ['an object of any kind', { secret: 'x' }, 'Object without a message'],
    ['an object without a prototype', Object.create(null), 'Object without a message'],
  ])('that was %s', (_, error, message) => {
    const { lines, log } = logging();
    log.error({ err: error }, 'job queue');
    expect(lines[0]?.err).toMatchObject({ message });
    expect(JSON.stringify(lines)).not.toContain('[object');
  });

  it('with the queue, the code and the cause, and no other field', () => {
    const cause = new AggregateError([refused]);
    const refusal = { config: { secret: 'x' }, code: 'E1' };
    const error = Object.assign(new Error('fetch failed', { cause }), refusal);
    const { stack, ...rest } = describeError({ ...error, message: error.message, cause, queue: 'decide' });
    expect(stack).toBeUndefined();
    expect(rest).toEqual({
      message: 'fetch failed',
      code: 'E1',
      queue: 'decide',
      cause: `AggregateError: ${refused.message}`,
    });
  });
});
