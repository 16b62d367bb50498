// The checks of a core system that are about cases for a branch.
import { randomUUID } from 'node:crypto';
import { coreCalls } from '../vendors/core-api.ts';
import { coreExamples } from '../vendors/core-examples.ts';
import {
  answered,
  type CoreCheck,
  expectBody,
  firstWrong,
  fresh,
  type Known,
  refused,
  refusesWithout,
} from './core-check-kit.ts';
import { type CoreClient, otherThan, withoutEach } from './core-client.ts';

const aCase = (known: Known, changes: object = {}) => ({
  ...coreExamples.openCase,
  applicationId: randomUUID() as string,
  branchId: known.branchId,
  ...changes,
});

const aFile = () => ({ ...coreExamples.attachDocument, documentId: randomUUID() as string });
const anotherFile = () => ({ json: aFile(), key: randomUUID() });

export async function opened(core: CoreClient, known: Known): Promise<string> {
  const answer = await core.make('openCase', { json: aCase(known) });
  const wrong = answered(answer, coreCalls.openCase);
  if (wrong) throw new Error(`no case can be opened: ${wrong}`);
  return String((answer.body as { caseId: unknown }).caseId);
}

export const caseChecks: readonly CoreCheck[] = [
  {
    what: 'opens one case for an application and reason',
    async run(core, known) {
      const [json, key] = [aCase(known), randomUUID()];
      const first = await core.make('openCase', { json, key });
      const { caseId } = (first.body ?? {}) as { caseId?: unknown };
      const again = await core.make('openCase', { json, key });
      const other = await core.make('openCase', { json: { ...json, phone: '+18015550101' } });
      return firstWrong(
        async () => answered(first, coreCalls.openCase),
        async () => otherThan(expectBody(again, { caseId }), 'the same request once more'),
        async () => otherThan(refused(other, 'caseExists') ?? expectBody(other, { caseId }), 'another key'),
        async () =>
          otherThan(
            answered(
              await core.make('openCase', { json: { ...json, reason: 'no-decision' } }),
              coreCalls.openCase,
            ),
            'another reason',
          ),
      );
    },
  },
  {
    what: 'refuses a case that lacks anything',
    run: (core, known) =>
      refusesWithout(withoutEach(aCase(known)), (json) => core.make('openCase', { json: fresh(json) })),
  },
  {
    what: 'takes each file of a case once, and names it',
    async run(core, known) {
      const [caseId, key] = [await opened(core, known), randomUUID()];
      const json = aFile();
      const { documentId } = json;
      const attach = (asked: object) => core.make('attachDocument', { caseId, json, key, ...asked });
      const first = await attach({});
      return firstWrong(
        async () => answered(first, coreCalls.attachDocument) ?? expectBody(first, { documentId }),
        async () => otherThan(expectBody(await attach({}), { documentId }), 'the same request once more'),
        async () => {
          const again = await attach({ key: randomUUID() });
          return otherThan(
            refused(again, 'documentExists') ?? expectBody(again, { documentId }),
            'another key',
          );
        },
        async () =>
          otherThan(answered(await attach(anotherFile()), coreCalls.attachDocument), 'another file'),
        async () =>
          otherThan(
            refused(await attach({ ...anotherFile(), caseId: 'none' }), 'noSuchCase'),
            'a case that is not there',
          ),
        async () => {
          const json = { ...aFile(), sha256: '0'.repeat(64) };
          return otherThan(refused(await attach({ json, key: randomUUID() }), 'invalid'), 'another hash');
        },
      );
    },
  },
  {
    what: 'refuses a file that lacks anything',
    async run(core, known) {
      const caseId = await opened(core, known);
      return refusesWithout(withoutEach(aFile()), (json) => core.make('attachDocument', { caseId, json }));
    },
  },
  {
    what: 'takes when to call, later changes and a cancellation',
    async run(core, known) {
      const caseId = await opened(core, known);
      const set = async (changes: object) =>
        core.make('setCallBack', { caseId, json: { ...coreExamples.setCallBack, ...changes } });
      return firstWrong(
        async () => answered(await set({}), coreCalls.setCallBack),
        async () => otherThan(answered(await set({ at: null, revision: 2 }), coreCalls.setCallBack), 'null'),
        async () => otherThan(answered(await set({}), coreCalls.setCallBack), 'an earlier revision'),
        async () => otherThan(refused(await set({ at: 'tomorrow', revision: 3 }), 'invalid'), 'no instant'),
        async () => {
          const json = coreExamples.setCallBack;
          const answer = await core.make('setCallBack', { caseId: 'none', json });
          return otherThan(refused(answer, 'noSuchCase'), 'a case that is not there');
        },
      );
    },
  },
];
