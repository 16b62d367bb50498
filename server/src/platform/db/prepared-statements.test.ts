import { describe, expect, it } from 'vitest';
import { statementNames } from './query-pool.ts';

describe('the name of a statement', () => {
  it('is the same for the same text and different for another', () => {
    const nameOf = statementNames();
    const name = nameOf('select state from application where id = $1');
    expect(name).toMatch(/^[\w-]{32}$/);
    expect(nameOf('select state from application where id = $1')).toBe(name);
    expect(nameOf('select id from application where id = $1')).not.toBe(name);
  });

  it.each([
    ['returns every column, also those that a later release adds', 'select * from application where id = $1'],
    ['returns every column of a table', 'insert into application (id) values ($1) returning "application".*'],
    ['returns those of a query', 'with i as (insert into job (id) values ($1) returning *) select * from i'],
    ['begins a transaction', 'begin'],
    ['listens', 'listen "channel"'],
  ])('is not given to one that %s', (_, text) => {
    expect(statementNames()(text)).toBeUndefined();
  });

  it.each([
    ['counts rows', 'select count(*) from application where state = $1'],
    ['returns columns by name from a subquery with all', 'with x as (select * from f((1))) select id from x'],
  ])('is given to one that %s', (_, text) => {
    expect(statementNames()(text)).toBeDefined();
  });

  it('is given to so many texts and no more, so that a connection does not fill up with plans', () => {
    const nameOf = statementNames(2);
    const texts = ['$1', '$1, $2', '$1, $2, $3'].map((list) => `select id from job where id in (${list})`);
    expect(texts.map((text) => nameOf(text) !== undefined)).toEqual([true, true, false]);
    expect(nameOf(texts[0] as string)).toBeDefined();
  });
});
