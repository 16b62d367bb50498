// What browsers report with consent: strictly checked, forwarded to the lender's services once, and counted in the funnel.
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { enforceRetention } from '#server/evidence/retention/enforce-retention.ts';
import { forwardReports } from '#server/measurements/measurements.ts';
import { funnelReport } from '#server/operations/commands/funnel.ts';
import { openWorld } from './world.ts';

const world = openWorld();

const measure = (body: object) => world.browser().post('/api/v1/measurements', body);
const reportError = (body: object) => world.browser().post('/api/v1/browser-errors', body);
interface Report {
  readonly vendor: string;
  readonly content: Record<string, unknown>;
}
const reports = (vendor: string) => world.console<Report[]>(`reports?vendor=${vendor}`);

describe('a measurement', () => {
  const visit = randomUUID();
  const good = { visit, advertising: false, events: [{ type: 'screen', screen: 'landing' }] };

  it.each([
    ['a screen that is not ours', { events: [{ type: 'screen', screen: 'alex@example.com' }] }],
    ['a value beside it', { events: [{ type: 'refused', screen: 'landing', field: 'ssn', value: '1' }] }],
    ['a visit that is no random number', { visit: 'alex' }],
    ['more than a batch', { events: Array.from({ length: 51 }, () => good.events[0]) }],
    ['an unknown field', { email: 'alex@example.com' }],
  ])('with %s is refused whole', async (_, changes) => {
    expect((await measure({ ...good, ...changes })).statusCode).toBe(400);
  });

  it('is counted by visit in the order of the journey, with the fields refused most', async () => {
    const at = (screen: string) => (type: string, field?: string) => ({ type, screen, field });
    const [landing, phoneCheck] = [at('landing'), at('phone-check')];
    const refused = landing('refused', 'ssn');
    const left = [phoneCheck('screen'), phoneCheck('left')];
    await measure({ ...good, events: [landing('screen'), refused, refused, landing('step'), ...left] });
    const others = [landing('screen'), landing('refused', 'Rivera')];
    await measure({ visit: randomUUID(), advertising: true, events: others });
    const { db, clock } = world.services;
    const lines = (await funnelReport(db, clock.now(), 30)).map((line) => line.split(/ {2,}/).join(' | '));
    expect(lines).toEqual([
      'Visits of the last 30 days whose visitors agreed to be counted.',
      '',
      'Screen | Seen | Completed | Left here',
      'landing | 2 | 1 | 0',
      'phone-check | 1 | 0 | 1',
      '',
      'Refused field | Visits',
      'landing: other | 1',
      'landing: ssn | 1',
    ]);
    world.clock.advance(31 * 86_400_000);
    const none = ['No visitor agreed to be counted in the last 30 days.'];
    expect(await funnelReport(db, clock.now(), 30)).toEqual(none);
  });

  it('is forwarded to the analytics service once, with the visitor’s choice about advertising', async () => {
    const forward = () => forwardReports(world.services);
    await Promise.all([forward(), forward()]);
    await forward();
    const received = (await reports('ga4')).map(({ content }) => content) as {
      client_id: string;
      consent: { ad_user_data: string };
      events: { name: string; params: Record<string, string> }[];
    }[];
    expect(received.map(({ consent }) => consent.ad_user_data).sort()).toEqual(['DENIED', 'GRANTED']);
    const own = received.find(({ client_id: client }) => client === visit);
    expect(own?.events.map(({ name, params }) => [name, params.screen_name, params.field_name])).toEqual([
      ['screen_view', 'landing', undefined],
      ['field_refused', 'landing', 'ssn'],
      ['field_refused', 'landing', 'ssn'],
      ['step_completed', 'landing', undefined],
      ['screen_view', 'phone-check', undefined],
      ['page_left', 'phone-check', undefined],
    ]);
  });

  it('is deleted after the lender’s period', async () => {
    world.clock.advance(400 * 86_400_000);
    await enforceRetention(world.services);
    expect(await world.db.selectFrom('measurement').select('id').execute()).toEqual([]);
  });
});

describe('an error in a browser', () => {
  const stored = () => world.db.selectFrom('browser_error').selectAll().execute();
  const frames = [{ file: 'made-up-Abc123.js', line: 1, column: 20 }];
  const good = { screen: 'offers', name: 'TypeError', frames };

  it.each([
    ['a message', { message: 'alex@example.com is undefined' }],
    ['a sentence as its name', { name: 'Cannot read Alex' }],
    ['a file of elsewhere', { frames: [{ file: 'https://elsewhere.example/a.js', line: 1, column: 1 }] }],
    ['a path', { frames: [{ file: '../../etc/passwd.js', line: 1, column: 1 }] }],
  ])('with %s is refused', async (_, changes) => {
    expect((await reportError({ ...good, ...changes })).statusCode).toBe(400);
  });

  it('is forwarded to the error service once, innermost place last', async () => {
    const frames = [...good.frames, { file: 'made-up-Def456.js', line: 2, column: 5 }];
    expect((await reportError({ ...good, frames })).statusCode).toBe(200);
    await forwardReports(world.services);
    await forwardReports(world.services);
    const places = [{ filename: 'made-up-Def456.js' }, { filename: 'made-up-Abc123.js', lineno: 1 }];
    const exception = { values: [{ type: 'TypeError', stacktrace: { frames: places } }] };
    const expected = [{ platform: 'javascript', tags: { screen: 'offers' }, exception }];
    expect((await reports('sentry')).map(({ content }) => content)).toMatchObject(expected);
  });

  it('is counted under its name only if browsers have such an error', async () => {
    for (const name of ['RangeError', 'MadeUpError', 'OtherError']) await reportError({ ...good, name });
    const { values } = await world.services.metrics.outcomes.get();
    const names = values.flatMap(({ labels }) => (labels.kind === 'browser-error' ? labels.outcome : []));
    expect(names).toEqual(expect.arrayContaining(['RangeError', 'other']));
    expect(names.filter((name) => /MadeUp|Other/.test(String(name)))).toEqual([]);
    expect(await stored()).toContainEqual(expect.objectContaining({ name: 'MadeUpError' }));
    await world.db.deleteFrom('browser_error').where('name', '<>', good.name).execute();
  });

  it('is stored with its place in the source, which the event loop does not wait for', async () => {
    const maps = join(world.config.WEB_DIR, 'maps');
    const react = readdirSync(maps).find((name) => name.startsWith('react-')) as string;
    const frames = [{ file: react.replace(/\.map$/, ''), line: 1, column: 5000 }];
    const parse = vi.spyOn(JSON, 'parse');
    await reportError({ ...good, name: 'EvalError', frames });
    const isRead = parse.mock.calls.some(([text]) => String(text).length > 100_000);
    parse.mockRestore();
    expect(isRead).toBe(false);
    const [place] = (await stored()).find(({ name }) => name === 'EvalError')?.frames ?? [];
    expect(place?.file).toMatch(/^node_modules\//);
    await world.db.deleteFrom('browser_error').where('name', '=', 'EvalError').execute();
  });

  it('is stored even if it is not forwarded', async () => {
    await world.fault('sentry', { mode: 'error' });
    await reportError(good);
    await forwardReports(world.services);
    await world.fault('sentry', { mode: 'none' });
    expect(await stored()).toHaveLength(2);
  });
});
