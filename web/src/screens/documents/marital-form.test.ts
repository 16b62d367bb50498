import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { maritalStatus } from '#contract/marital-status.ts';
import { documentsForm, maritalAnswer, maritalDefaults, type Shown } from './marital-form.ts';

const sent = { email: 'alex@example.com', esign: true as const };
const wrong = (shown: Shown, values: object) =>
  z
    .safeParse(documentsForm(shown), { ...sent, ...maritalDefaults(undefined), ...values })
    .error?.issues.map(({ path }) => path.join('.'));

it('has no question about marriage, and sends nothing of it, where the law doesn’t require it', () => {
  const form = documentsForm({ hasQuestion: false });
  const values = z.parse(form, { ...sent, ...maritalDefaults(undefined) });
  expect(maritalAnswer(false, values)).toBeUndefined();
});

it('requires the spouse of a married applicant, and an address only if it is another one', () => {
  expect(wrong({ hasQuestion: true }, {})).toEqual(['maritalStatus']);
  const married = { maritalStatus: 'married' } as const;
  expect(wrong({ hasQuestion: true, ...married }, married)).toEqual(['spouseName']);
  const elsewhere = { ...married, spouseElsewhere: true, spouseName: 'Jordan Rivera' };
  const expected = ['spouseStreet', 'spouseCity', 'spouseState', 'spouseZip'];
  expect(wrong({ hasQuestion: true, ...elsewhere }, elsewhere)).toEqual(expected);
  expect(
    wrong({ hasQuestion: true, maritalStatus: 'separated' }, { maritalStatus: 'separated' }),
  ).toBeUndefined();
});

it('sends what the contract takes, and shows it again as it was answered', () => {
  const answers = [
    { status: 'unmarried' },
    { status: 'separated' },
    { status: 'married', spouse: { name: 'Jordan Rivera' } },
    {
      status: 'married',
      spouse: {
        name: 'Jordan Rivera',
        address: { streetAddress: '12 Pinckney St', city: 'Madison', state: 'WI', zipCode: '53703' },
      },
    },
  ] as const;
  for (const answer of answers) {
    const shown = maritalDefaults(answer);
    const values = z.parse(documentsForm({ hasQuestion: true, ...shown }), { ...sent, ...shown });
    expect(z.parse(maritalStatus, maritalAnswer(true, values))).toEqual(answer);
  }
});
