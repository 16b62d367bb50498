// Components and hooks follow the rules of React, as React's compiler checks them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'oxc-transform-react';
import { expect, it } from 'vitest';

/** What the compiler finds in a file. Advice concerns syntax that it can't optimize, which breaks no rule. */
function findings(file: string, source: string): readonly string[] {
  const { errors } = transformSync(file, source, {
    reactCompiler: {
      outputMode: 'lint',
      reportDiagnostics: true,
      environment: {
        validateNoSetStateInEffects: true,
        validateNoDerivedComputationsInEffects: true,
        validateNoImpureFunctionsInRender: true,
        validateNoJsxInTryStatements: true,
        validateStaticComponents: true,
        validateNoVoidUseMemo: true,
      },
    },
  });
  return errors
    .filter(({ severity }) => severity !== 'Advice')
    .map(({ message, codeframe }) => codeframe ?? message);
}

it('finds a ref that is written while rendering, next to syntax that the compiler cannot optimize', () => {
  const source = `
    import { useRef } from 'react';
    export function Latest({ send }) { const latest = useRef(send);
      latest.current = send;
      const submit = async () => { try { await send(); } finally { send(); } };
      return <button onClick={submit} />;
    }`;
  const expected = [expect.stringContaining('Cannot access refs during render')];
  expect(findings('Latest.tsx', source)).toEqual(expected);
});

it('finds nothing in the components and hooks', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname });
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    findings(file, readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  expect(found).toEqual([]);
});
