// What a bank reports about an item: accounts, account numbers, owners and recurring transactions.
import { createHash } from 'node:crypto';
import type {
  AccountBase,
  NumbersACH,
  Owner,
  Transaction,
  TransactionStream,
  TransactionsRecurringGetResponse,
} from 'plaid';
import { type BankPerson, bankPerson } from '../../people/bank-people.ts';
import { findBank } from './institutions.ts';
import type { LinkUser } from './link-request.ts';
import type { AccountKind, BankAccount, Records } from './store.ts';
import { dollars, isoDay, objectId, type ResponseFields, type Wire } from './wire.ts';

type Item = Records['item'];

const dayMs = 86_400_000;
const wireRouting = '021000021';

const kindDetails: Record<AccountKind, { name: string; officialName: string; mask: string }> = {
  checking: { name: 'Everyday Checking', officialName: 'Everyday Checking Account', mask: '0000' },
  savings: { name: 'Steady Savings', officialName: 'Steady Savings Account', mask: '1111' },
  'cash management': { name: 'Flex Cash', officialName: 'Flex Cash Management Account', mask: '9002' },
  'credit card': { name: 'Platinum Card', officialName: 'Platinum Rewards Credit Card', mask: '3333' },
};

export const allAccountKinds = Object.keys(kindDetails) as AccountKind[];
export const typeOf = (kind: AccountKind): 'credit' | 'depository' =>
  kind === 'credit card' ? 'credit' : 'depository';
export const isDeposit = ({ kind }: BankAccount): boolean => typeOf(kind) === 'depository';
export const describeAccount = ({ id, kind }: BankAccount) => ({
  id,
  name: kindDetails[kind].name,
  mask: kindDetails[kind].mask,
  type: typeOf(kind),
  subtype: kind,
});

export const createAccounts = (wanted: readonly AccountKind[]): BankAccount[] =>
  wanted.map((kind) => ({ id: objectId(), kind }));

/** Deterministic: the same words always give the same bytes. */
const deriveBytes = (...words: string[]): Buffer => createHash('sha256').update(words.join('\n')).digest();
const deriveId = (...words: string[]): string =>
  deriveBytes(...words)
    .toString('hex')
    .slice(0, 37);

function findPerson(item: Item): BankPerson {
  const person = bankPerson(item.username);
  if (!person) throw new Error(`There is no bank person ${item.username}`);
  return person;
}

/** In cents. */
function balances({ monthlyIncome }: BankPerson, kind: AccountKind) {
  const shareOfIncome = (percent: number) => Math.round((monthlyIncome * percent) / 100);
  switch (kind) {
    case 'checking':
      return { current: shareOfIncome(62) + 1277, available: shareOfIncome(60) + 1277, limit: null };
    case 'savings':
      return { current: shareOfIncome(125) + 4018, available: shareOfIncome(125) + 4018, limit: null };
    case 'cash management':
      return { current: 12_060, available: 12_060, limit: null };
    case 'credit card':
      return { current: 41_036, available: 208_964, limit: 250_000 };
  }
}

export function accountBase(item: Item, account: BankAccount): Wire<AccountBase> {
  const { current, available, limit } = balances(findPerson(item), account.kind);
  const { id, name, mask, type } = describeAccount(account);
  return {
    account_id: id,
    balances: {
      available: dollars(available),
      current: dollars(current),
      limit: limit === null ? null : dollars(limit),
      iso_currency_code: 'USD',
      unofficial_currency_code: null,
    },
    mask,
    name,
    official_name: kindDetails[account.kind].officialName,
    type,
    subtype: account.kind,
    holder_category: 'personal',
  };
}

/** The same number for each link, except at a bank that gives each consent its own token instead. */
export function achNumber(item: Item, account: BankAccount): Wire<NumbersACH> {
  const bank = findBank(item.institutionId);
  const isToken = bank?.oauth === true;
  const consent = isToken ? [item.id, account.id] : [];
  const { institutionId, username } = item;
  const middle = deriveBytes(item.user.client_user_id, institutionId, username, account.kind, ...consent);
  const digits = String(middle.readUInt32BE(0) % 100_000_000).padStart(8, '0');
  return {
    account_id: account.id,
    account: isToken ? `77${digits}7707` : `11${digits}${kindDetails[account.kind].mask}`,
    routing: bank?.routing ?? '',
    wire_routing: wireRouting,
    is_tokenized_account_number: isToken,
    can_transfer_in: true,
    can_transfer_out: true,
  };
}
/** Fills in owner details missing from the link token; also serves as the other person. */
const defaultOwner = {
  name: 'Alberta Bobbeth Charleson',
  phone: '+14155550123',
  email: 'accountholder0@example.com',
  address: {
    street: '2992 Cameron Road',
    city: 'Malakoff',
    region: 'NY',
    postal_code: '14236',
    country: 'US',
  },
};
const otherOwnerName = 'Robin Ashgrove Marlow';
const partner = {
  name: 'Casey Rowan Whitlock',
  phone_number: '+14155550177',
  email_address: 'casey.whitlock@example.com',
};

const owner = (
  name: string,
  { phone_number: phone, email_address: email }: Pick<LinkUser, 'phone_number' | 'email_address'>,
  { street, street2, ...address }: NonNullable<LinkUser['address']> = defaultOwner.address,
): Wire<Owner> => ({
  names: [name],
  phone_numbers: [{ data: phone ?? defaultOwner.phone, primary: true, type: 'mobile' }],
  emails: [{ data: email ?? defaultOwner.email, primary: true, type: 'primary' }],
  addresses: [{ data: { street: [street, street2].filter(Boolean).join(' '), ...address }, primary: true }],
});

export function owners(item: Item, account: BankAccount): Wire<Owner>[] {
  const { user } = item;
  const name = user.legal_name ?? defaultOwner.name;
  const applicant = owner(name, user, user.address);
  switch (findPerson(item).owners) {
    case 'applicant':
      return [applicant];
    case 'other-name': {
      const isDefault = name.toLowerCase() === defaultOwner.name.toLowerCase();
      return [owner(isDefault ? otherOwnerName : defaultOwner.name, user, user.address)];
    }
    case 'other-address':
      return [owner(name, user)];
    case 'joint':
      // Banks report a joint owner either as a second owner or as a second name of one owner.
      return account.kind === 'savings'
        ? [{ ...applicant, names: [partner.name, name] }]
        : [owner(partner.name, partner, user.address), applicant];
  }
}

/** The 1st and the 15th of every month between two moments, oldest first. */
function halfMonths(from: Date, to: Date): string[] {
  const found: string[] = [];
  const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), 1));
  for (; month <= to; month.setUTCMonth(month.getUTCMonth() + 1))
    for (const day of [1, 15]) {
      const moment = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), day));
      if (moment >= from && moment <= to) found.push(isoDay(moment));
    }
  return found;
}

const amount = (cents: number) => ({
  amount: dollars(cents),
  iso_currency_code: 'USD',
  unofficial_currency_code: null,
});

type StreamShape = {
  kind: AccountKind;
  description: string;
  /** Of each transaction, in cents. As everywhere in Plaid's transactions, incoming amounts are negative and outgoing ones positive. */
  cents: number;
  frequency: 'SEMI_MONTHLY' | 'MONTHLY';
  category: readonly [primary: string, detailed: string];
};

const streamsOf = ({ monthlyIncome }: BankPerson): StreamShape[] => [
  {
    kind: 'checking',
    description: 'PLATYPUS PAPER CO PAYROLL',
    cents: -monthlyIncome / 2,
    frequency: 'SEMI_MONTHLY',
    category: ['INCOME', 'INCOME_WAGES'],
  },
  {
    kind: 'savings',
    description: 'INTEREST PAYMENT',
    cents: -212,
    frequency: 'MONTHLY',
    category: ['INCOME', 'INCOME_INTEREST_EARNED'],
  },
  {
    kind: 'checking',
    description: 'WASATCH PROPERTY RENT',
    cents: Math.round(monthlyIncome * 0.22),
    frequency: 'MONTHLY',
    category: ['RENT_AND_UTILITIES', 'RENT_AND_UTILITIES_RENT'],
  },
];

function stream(
  item: Item,
  { id: account_id }: BankAccount,
  { description, cents, frequency, category: [primary, detailed] }: StreamShape,
  now: Date,
): Wire<TransactionStream> {
  const daysFrom = (days: number) => new Date(now.getTime() + days * dayMs);
  const days = daysOf(frequency, now).filter((day) => day >= shownSince(item, now));
  return {
    account_id,
    stream_id: deriveId(item.id, account_id, description),
    category: null,
    category_id: null,
    description,
    merchant_name: null,
    first_date: days[0] ?? '',
    last_date: days.at(-1) ?? '',
    predicted_next_date:
      halfMonths(daysFrom(1), daysFrom(40)).find((day) => isDue(day, frequency)) ?? isoDay(now),
    frequency,
    transaction_ids: days.map((day) => deriveId(item.id, account_id, description, day)),
    average_amount: amount(cents),
    last_amount: amount(cents),
    is_active: true,
    status: 'MATURE',
    personal_finance_category: { primary, detailed, confidence_level: 'VERY_HIGH' },
    is_user_modified: false,
  };
}

const isDue = (day: string, frequency: StreamShape['frequency']) =>
  frequency === 'SEMI_MONTHLY' || day.endsWith('-01');

export const hasHistory = (item: Item, now: Date): boolean =>
  now.getTime() >= Date.parse(item.createdAt) + findPerson(item).historySeconds * 1000;

/** Plaid fetches the last 30 days first. */
const shownSince = (item: Item, now: Date): string =>
  hasHistory(item, now) ? '' : isoDay(new Date(Date.parse(item.createdAt) - 30 * dayMs));

/** The days of a stream's transactions in the last 180 days, oldest first. */
function daysOf(frequency: StreamShape['frequency'], now: Date): string[] {
  return halfMonths(new Date(now.getTime() - 180 * dayMs), now).filter((day) => isDue(day, frequency));
}

const unknownPlace = {
  ...{ address: null, city: null, region: null, postal_code: null, country: null },
  ...{ lat: null, lon: null, store_number: null },
};
const unknownPayment = {
  ...{ reference_number: null, ppd_id: null, payee: null, by_order_of: null, payer: null },
  ...{ payment_method: null, payment_processor: null, reason: null },
};

function transaction(
  item: Item,
  { id: account_id }: BankAccount,
  { description, cents, category }: Pick<StreamShape, 'description' | 'cents' | 'category'>,
  date: string,
): Wire<Transaction> {
  const [primary, detailed] = category;
  return {
    account_id,
    account_owner: null,
    transaction_id: deriveId(item.id, account_id, description, date),
    pending: false,
    pending_transaction_id: null,
    date,
    datetime: null,
    authorized_date: null,
    authorized_datetime: null,
    name: description,
    location: unknownPlace,
    payment_meta: unknownPayment,
    payment_channel: 'other',
    transaction_code: null,
    ...amount(cents),
    personal_finance_category: { primary, detailed, confidence_level: 'VERY_HIGH' },
  };
}

/** The booked transactions between two ISO dates, newest first: those of the streams, and fees for overdrafts, one every ten days. */
export function transactionsOf(
  item: Item,
  accounts: BankAccount[],
  { start_date: from, end_date: to }: { start_date: string; end_date: string },
  now: Date,
) {
  const person = findPerson(item);
  const inAccount = (kind: AccountKind) => accounts.filter((account) => account.kind === kind);
  const regular = streamsOf(person).flatMap((shape) =>
    inAccount(shape.kind).flatMap((account) =>
      daysOf(shape.frequency, now).map((day) => transaction(item, account, shape, day)),
    ),
  );
  const fees = inAccount('checking').flatMap((account) =>
    Array.from({ length: person.overdrafts }, (_, index) =>
      transaction(item, account, overdraftFee, isoDay(new Date(now.getTime() - (5 + index * 10) * dayMs))),
    ),
  );
  return [...regular, ...fees]
    .filter(({ date }) => date >= from && date <= to && date >= shownSince(item, now))
    .sort((a, b) => b.date.localeCompare(a.date));
}

const overdraftFee = {
  description: 'OVERDRAFT FEE',
  cents: 3500,
  category: ['BANK_FEES', 'BANK_FEES_OVERDRAFT_FEES'],
} as const;

export function recurring(
  item: Item,
  accounts: BankAccount[],
  now: Date,
): ResponseFields<TransactionsRecurringGetResponse> {
  const streams = (isInflow: boolean) =>
    streamsOf(findPerson(item))
      .filter(({ cents }) => cents < 0 === isInflow)
      .flatMap((shape) => {
        const account = accounts.find(({ kind }) => kind === shape.kind);
        return account ? [stream(item, account, shape, now)] : [];
      });
  return {
    inflow_streams: streams(true),
    outflow_streams: streams(false),
    updated_datetime: now.toISOString(),
    personal_finance_category_version: 'v1',
  };
}
