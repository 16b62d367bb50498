// A test applicant: a sandbox person with their own SSN, phone and email address.
import type { Page } from 'playwright-core';

/** In the order of the form. */
const answersOf = (turn: string, ssn: string) => ({
  'First name': 'Alex',
  'Last name': 'Rivera',
  Email: `alex.${turn}@example.com`,
  Phone: `(801) 555-${turn}`,
  'Date of birth': '04/12/1985',
  'Home address': '350 S Main St',
  City: 'Salt Lake City',
  State: 'Utah',
  'ZIP code': '84101',
  'Residence type': 'Rent',
  'Monthly payment': '1200',
  'Annual income': '72000',
  'Social Security number': ssn,
});
type Answers = ReturnType<typeof answersOf>;

export interface Applicant {
  readonly answers: Readonly<Answers>;
  readonly ssn: string;
  readonly phone: string;
  readonly email: string;
}

let turns = 0;
/** How many times each person was used; test files in one process share an app. */
const played = new Map<number, number>();

export function person(person: number, changes: Partial<Answers> = {}): Applicant {
  turns += 1;
  const turn = (played.get(person) ?? 0) + 1;
  if (turn > 99) throw new Error('The sandbox has 99 of each person; play another one.');
  played.set(person, turn);
  const ssn = `666-${String(turn).padStart(2, '0')}-${String(person).padStart(4, '0')}`;
  const line = String(1000 + turns);
  const answers = { ...answersOf(line, ssn), ...changes };
  return { answers, ssn, phone: `+1801555${line}`, email: answers.Email };
}

export async function fillForm(page: Page, { answers }: Applicant): Promise<void> {
  for (const [name, value] of Object.entries(answers)) {
    if (name === 'State') await page.getByLabel(name, { exact: true }).selectOption({ label: value });
    else if (name === 'Residence type') await page.getByRole('radio', { name: value, exact: true }).check();
    else await page.getByLabel(name, { exact: true }).fill(value);
  }
  await page.getByRole('checkbox', { name: /I have read and agreed to the: Terms of Use/ }).check();
}
