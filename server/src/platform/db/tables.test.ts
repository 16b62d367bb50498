// A column with a closed list of values has it twice: as its type, and as the check of its table.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const folder = import.meta.dirname;

type Lists = Readonly<Record<string, readonly string[]>>;

function listsOfTypes(): Lists {
  const file = join(folder, 'tables.ts');
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.Preserve,
    target: ts.ScriptTarget.ES2024,
    lib: ['lib.es2024.d.ts'],
    types: [],
    strict: true,
  });
  const checker = program.getTypeChecker();
  const tables = program
    .getSourceFile(file)
    ?.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === 'Tables');
  if (tables === undefined) throw new Error('tables.ts has no interface Tables.');
  const columnsOf = (table: ts.Symbol) => checker.getTypeOfSymbol(table).getProperties();
  const valuesOf = (column: ts.Symbol) => {
    const type = checker.getTypeOfSymbol(column);
    // What Kysely's ColumnType selects.
    const selected = type.getProperty('__select__');
    const given = checker.getNonNullableType(selected ? checker.getTypeOfSymbol(selected) : type);
    return given.isUnion() ? given.types : [given];
  };
  return Object.fromEntries(
    checker
      .getTypeAtLocation(tables)
      .getProperties()
      .flatMap((table) =>
        columnsOf(table).flatMap((column) => {
          const values = valuesOf(column);
          const isClosed = values.every((value) => value.isStringLiteral());
          return isClosed ? [[`${table.name}.${column.name}`, values.map(({ value }) => value).sort()]] : [];
        }),
      ),
  );
}

/** Of several migrations with a check of the same column, the last is in force. */
function listsOfChecks(): Lists {
  const files = globSync(join(folder, 'migrations/*.sql')).sort();
  const statements = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/^(?:create|alter) table (\w+)([^;]*);/gm),
  ]);
  return Object.fromEntries(
    statements.flatMap(([, table, body = '']) =>
      [...body.matchAll(/check \((\w+) in \(([^)]*)\)/g)].map(([, column, list = '']) => [
        `${table}.${column}`,
        [...list.matchAll(/'([^']*)'/g)].map(([, value = '']) => value).sort(),
      ]),
    ),
  );
}

it("each column's type and check list the same values", () => {
  const checks = listsOfChecks();
  expect(Object.keys(checks).length).toBeGreaterThan(40);
  expect(checks).toEqual(listsOfTypes());
});
