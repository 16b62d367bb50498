// Answers for whatever form a page shows.
import type { Page } from 'playwright-core';

/** Answers that pass each field's rules, by the end of the field's id. */
const answers: Readonly<Record<string, string>> = {
  firstName: 'Alex',
  lastName: 'Rivera',
  email: 'alex@example.com',
  phone: '8015550123',
  dob: '04121985',
  ssn: '666010002',
  streetAddress: '350 S Main St',
  city: 'Salt Lake City',
  state: 'UT',
  zipCode: '84101',
  monthlyPayment: '1200',
  mainIncome: '72000',
  first: '0.12',
  second: '0.34',
  otp: '123456',
  amount: '5000',
  vin: '1HGCM82633A004352',
  year: '2019',
  make: 'Subaru',
  model: 'Outback',
  institutionName: 'First Platypus Bank',
  routingNumber: '110000000',
  accountNumber: '1234567',
  confirmAccountNumber: '1234567',
};

/** Gives every form on the page answers that pass its rules, at once and without the focus, as a form filler does. */
export async function fillForms(page: Page): Promise<void> {
  await page.locator('main form :is(input, select)').evaluateAll((all, answers) => {
    for (const field of all as HTMLInputElement[]) {
      if (field.type === 'checkbox' || field.type === 'radio') {
        if (!field.checked && field.ariaDisabled !== 'true') field.click();
        continue;
      }
      const value = answers[field.id] ?? answers[field.id.replace(/^[a-z]+-/, '')];
      if (value === undefined || !field.checkVisibility()) continue;
      field.value = value;
      for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
    }
  }, answers);
}

export const primary = 'main button[class*="primary"]';
