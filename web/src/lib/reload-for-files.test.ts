import { expect, it } from 'vitest';
import { reloadForFiles } from './reload-for-files.ts';

function page(isReachable: () => Promise<unknown>) {
  const history = {
    state: null as unknown,
    replaceState: (state: unknown) => {
      history.state = state;
    },
  };
  let reloads = 0;
  const reload = () => {
    reloads += 1;
  };
  let isHidden = false;
  const hide = (hidden: boolean) => {
    isHidden = hidden;
  };
  return { history, isReachable, reload, hide, reloads: () => reloads, isHidden: () => isHidden };
}

it('a page that misses a file reloads once, whether that helps or not', async () => {
  const online = page(async () => new Response(null, { status: 405 }));
  await reloadForFiles(online);
  await reloadForFiles(online);
  expect(online.reloads()).toBe(1);
});

it('a page that leaves for another one meanwhile does not reload', async () => {
  const leaving = page(async () => leaving.history.replaceState({ reloadedForFiles: true }));
  await reloadForFiles(leaving);
  expect(leaving.reloads()).toBe(0);
});

it('a page without a connection stays, and reloads when it is back', async () => {
  let isBack = false;
  const offline = page(async () => {
    if (!isBack) throw new TypeError('Failed to fetch');
  });
  await reloadForFiles(offline);
  expect([offline.reloads(), offline.history.state, offline.isHidden()]).toEqual([0, null, false]);
  isBack = true;
  await reloadForFiles(offline);
  expect(offline.reloads()).toBe(1);
});
