import { describe, expect, it } from 'vitest';
import { tablesIn } from './check-tables.ts';
import { cyclesIn, foldersOf } from './folder-graph.ts';

const files = new Map([
  ['stages/offers/routes.ts', new Set(['records/decisions.ts', 'stages/offers/service.ts'])],
  ['stages/offers/service.ts', new Set(['records/decisions.ts'])],
  ['records/decisions.ts', new Set<string>()],
]);
const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'));

describe('the graph of folders', () => {
  it('has what a folder imports of others', () => {
    const graph = foldersOf(files, folderOf);
    expect(cyclesIn(graph)).toEqual([]);
    expect([...graph]).toEqual([
      ['stages/offers', new Set(['records'])],
      ['records', new Set()],
    ]);
  });

  it('has a cycle where two folders import each other by different files', () => {
    const more = new Map([...files, ['records/leads.ts', new Set(['stages/offers/service.ts'])]]);
    expect(cyclesIn(more)).toEqual([]);
    expect(cyclesIn(foldersOf(more, folderOf))).toEqual(['stages/offers → records → stages/offers']);
  });
});

it.each([
  ["db.selectFrom('application').selectAll()", ['1 application']],
  [
    "db.selectFrom('application as a')\n  .innerJoin('envelope as e', 'e.id', 'a.id')",
    ['2 envelope', '1 application'],
  ],
  ["db.selectFrom(['lead', 'decision as d'])", ['1 lead', '1 decision']],
  ["tx.insertInto('autopay').values({})", ['1 autopay']],
  ['tx.updateTable(`job`)', ['1 job']],
  ["tx.deleteFrom('session').using('application')", ['1 application', '1 session']],
  ['sql`select 1 from breaker where at > now()`', ['1 breaker']],
  ["const text = 'selectFrom application';", []],
  ["// db.selectFrom('application')", []],
])('the tables that a file queries are found in %s', (text, found) => {
  const tables = tablesIn('query.ts', text);
  expect(tables.map(({ table, line }) => `${line} ${table}`)).toEqual(found);
});
