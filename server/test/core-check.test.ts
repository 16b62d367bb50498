// `npm run core:check` against the sandbox, which does all of it, and against systems that don't.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '#sandbox/testing.ts';
import { runCoreCheck } from '#server/cli/core-check.ts';

async function checked(url: string, apiKey: string, ...args: readonly string[]) {
  const lines: string[] = [];
  const holds = await runCoreCheck({ CORE_API_KEY: apiKey }, ['--url', url, ...args], (line) =>
    lines.push(...line.split('\n')),
  );
  return { holds, lines };
}

it('holds for the sandbox’s core system, in every point, and checks nothing with a wrong key', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const people = ['--borrower', '666010015,Rivera,1985-04-12', '--applicant=666010016,Rivera,1985-04-12'];
  const { holds, lines } = await checked(`${sandbox.url}/core/`, 'sandbox-core-key', '--payout', ...people);
  expect(lines.filter((line) => !line.startsWith('holds '))).toEqual([
    `The core system at ${sandbox.url}/core:`,
    expect.stringMatching(/^\d+ hold, 0 wrong, 0 not checked\.$/),
  ]);
  expect(holds).toBe(true);
  const alone = await checked(`${sandbox.url}/core`, 'sandbox-core-key');
  expect(alone.lines.at(-1)).toMatch(/ 0 wrong, 3 not checked\.$/);
  expect(alone.holds).toBe(true);
  await expect(checked(`${sandbox.url}/core`, 'another-key')).rejects.toThrow(
    `The system at ${sandbox.url}/core refuses CORE_API_KEY. Nothing was checked.`,
  );
});

it('reports what is wrong with a system that accepts everything', async () => {
  const lenient = createServer((_request, response) => {
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ online: true, loanId: `L-${randomUUID()}`, caseId: randomUUID() }));
  });
  await once(lenient.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = lenient.address() as AddressInfo;
    const { holds, lines } = await checked(`http://127.0.0.1:${port}`, 'any');
    expect(holds).toBe(false);
    const found = lines.join('\n');
    expect(found).toMatch(
      /^wrong {8}refuses a wrong API key and a missing one\n {13}\/v1\/status: answered 201, not 401$/m,
    );
    expect(found).toMatch(/^wrong {8}boards one loan for an application.*\n {13}it gave \d numbers: /m);
    expect(found).toMatch(
      /POST \/v1\/loans: .* lacks a field\n.* without: .*borrower\.ssn \(201\), .*vehicle \(201\), .*vehicle\.vin/,
    );
    expect(found).toMatch(/^wrong {8}POST \/v1\/borrowers\/lookup: answers .*\n {13}answered 201, not 200$/m);
    expect(found).toMatch(
      /contradict each other\n.*lacks a payment \(201\), .*, a secured loan without its vehicle \(201\)$/m,
    );
    expect(found).toMatch(/^holds {8}boards a loan secured by a vehicle, and one that is not$/m);
  } finally {
    lenient.close();
  }
});

it('reports a system that does not respond, and how it is used', async () => {
  const gone = createServer();
  await once(gone.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
  await once(gone.close(), 'close');
  await expect(checked(url, 'any')).rejects.toThrow(
    `There is no answer at ${url}: fetch failed (ECONNREFUSED).`,
  );
  await expect(checked('core.lender.com', 'any')).rejects.toThrow('--url https://');
  await expect(runCoreCheck({}, ['--url', url], () => {})).rejects.toThrow('CORE_API_KEY');
});
