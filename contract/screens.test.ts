import { expect, it } from 'vitest';
import { stages } from './screen-declaration.ts';
import { pathOf, screenAt, screenNames, screens } from './screens.ts';

it.each(screenNames)('%s has a path of its own, a title and a known stage', (name) => {
  const { title, stage } = screens[name];
  expect(screenAt(pathOf(name).replaceAll(/:\w+/g, 'x'))).toBe(name);
  expect(title).toMatch(/\S/);
  expect(stages).toContain(stage);
});

it('only steps wait or need links', () => {
  const conditional = screenNames.filter((name) => screens[name].waits || screens[name].needs);
  expect(conditional.filter((name) => screens[name].access !== 'step')).toEqual([]);
});

it('an entry screen reads nothing first, since arriving there clears the session', () => {
  const entries = screenNames.filter((name) => screens[name].access === 'entry');
  expect(entries.filter((name) => screens[name].reads)).toEqual([]);
});
