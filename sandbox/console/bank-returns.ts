// The console's control of the lender's bank: the entries it was sent, and returning one of them.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { refusal } from '../refusals.ts';
import { fields, trimmedText as text } from '../request-fields.ts';
import { returnFile, sendReturnFile, sentEntries } from '../vendors/ach-bank/return-file.ts';

const setting = 'ach-returns';

export function bankReturnRoutes(
  app: FastifyInstance,
  { db, clock }: Context,
  folder: string | undefined,
): void {
  app.get('/ach', async () =>
    folder === undefined
      ? []
      : sentEntries(folder).map(({ record: _, batch: __, header: ___, ...entry }) => entry),
  );

  app.post('/ach/returns', async (request, reply) => {
    const body = fields(request.body);
    const [traceNumber, code, corrected] = [text(body.traceNumber), text(body.code), text(body.corrected)];
    if (!/^[RC]\d{2}$/.test(code))
      return reply.code(400).send(refusal('code must be like R03, or C01 with what is corrected.'));
    const entry = folder && sentEntries(folder).find((one) => one.traceNumber === traceNumber);
    if (!folder || !entry) return reply.code(404).send(refusal("The bank doesn't have this entry."));
    const number = db.readSetting<number>(setting, 0) + 1;
    db.saveSetting(setting, number);
    const file = sendReturnFile(folder, returnFile(entry, code, corrected, clock(), number), number);
    return reply.code(201).send({ file });
  });
}
