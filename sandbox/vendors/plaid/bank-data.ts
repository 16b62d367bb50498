// What a bank reports about an item: accounts, account numbers, owners, recurring transactions and income.
import { createHash } from 'node:crypto';
import type {
  AccountBase,
  CreditBankIncome,
  NumbersACH,
  Owner,
  TransactionStream,
  TransactionsRecurringGetResponse,
} from 'plaid';
import { type BankPerson, bankPerson } from '../../people/bank-people.ts';
import { findBank, wireRouting } from './institutions.ts';
import { dollars, isoDay, objectId, type ResponseFields, type Wire } from './shapes.ts';
import type { AccountKind, BankAccount, LinkUser, Records } from './store.ts';

type Item = Records['item'];
type Day = { date: string; cents: number };

const dayMs = 86_400_000;

const kindDetails: Record<AccountKind, { name: string; officialName: string; mask: string }> = {
  checking: { name: 'Everyday Checking', officialName: 'Everyday Checking Account', mask: '0000' },
  savings: { name: 'Steady Savings', officialName: 'Steady Savings Account', mask: '1111' },
  'cash management': {
    name: 'Flex Cash',
    officialName: 'Flex Cash Management Account',
    mask: '9002',
  },
  'credit card': { name: 'Platinum Card', officialName: 'Platinum Rewards Credit Card', mask: '3333' },
};

export const allAccountKinds = Object.keys(kindDetails) as AccountKind[];
export const isDeposit = ({ kind }: BankAccount): boolean => kind !== 'credit card';
export const describeAccount = ({ id, kind }: BankAccount) => ({
  id,
  name: kindDetails[kind].name,
  mask: kindDetails[kind].mask,
  type: kind === 'credit card' ? 'credit' : 'depository',
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
function balances(person: BankPerson, kind: AccountKind) {
  const shareOfIncome = (hundredths: number) => Math.round((person.monthlyIncome * hundredths) / 100);
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
    type: type as 'credit' | 'depository',
    subtype: account.kind,
    holder_category: 'personal',
  };
}

/**
 * Linking the same account again gives the same number, except at a bank that hands out tokens instead of its own numbers: each
 * consent has its own, and its last digits are not the account's.
 */
export function achNumber(item: Item, account: BankAccount): Wire<NumbersACH> {
  const isToken = findBank(item.institutionId)?.tokenized === true;
  const consent = isToken ? [item.id, account.id] : [];
  const { institutionId, username } = item;
  const middle = deriveBytes(item.user.clientUserId, institutionId, username, account.kind, ...consent);
  const digits = String(middle.readUInt32BE(0) % 100_000_000).padStart(8, '0');
  return {
    account_id: account.id,
    account: isToken ? `77${digits}7707` : `11${digits}${kindDetails[account.kind].mask}`,
    routing: findBank(item.institutionId)?.routing ?? '',
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
    postalCode: '14236',
    country: 'US',
  },
};
const otherOwnerName = 'Robin Ashgrove Marlow';
const jointOwnerName = 'Casey Rowan Whitlock';

const owner = (
  name: string,
  user: LinkUser,
  address: LinkUser['address'],
  { phone = user.phone, email = user.email } = {},
): Wire<Owner> => {
  const { street, city, region, postalCode, country } = address ?? defaultOwner.address;
  return {
    names: [name],
    phone_numbers: [{ data: phone ?? defaultOwner.phone, primary: true, type: 'mobile' }],
    emails: [{ data: email ?? defaultOwner.email, primary: true, type: 'primary' }],
    addresses: [{ data: { street, city, region, postal_code: postalCode, country }, primary: true }],
  };
};

export function owners(item: Item, account: BankAccount): Wire<Owner>[] {
  const { user } = item;
  const name = user.name ?? defaultOwner.name;
  const applicant = owner(name, user, user.address);
  switch (findPerson(item).owners) {
    case 'applicant':
      return [applicant];
    case 'other-name': {
      const different =
        name.toLowerCase() === defaultOwner.name.toLowerCase() ? otherOwnerName : defaultOwner.name;
      return [owner(different, user, user.address)];
    }
    case 'other-address':
      return [owner(name, user, defaultOwner.address)];
    case 'joint':
      // Banks report a joint owner either as a second owner or as a second name of one owner.
      return account.kind === 'savings'
        ? [{ ...applicant, names: [jointOwnerName, name] }]
        : [
            owner(jointOwnerName, user, user.address, {
              phone: '+14155550177',
              email: 'casey.whitlock@example.com',
            }),
            applicant,
          ];
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

const before = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);
const payDays = (item: Item, from: Date, to: Date): Day[] =>
  halfMonths(from, to).map((date) => ({ date, cents: findPerson(item).monthlyIncome / 2 }));

const employer = 'PLATYPUS PAPER CO';
const amount = (cents: number) => ({
  amount: dollars(cents),
  iso_currency_code: 'USD',
  unofficial_currency_code: null,
});

type StreamShape = {
  description: string;
  merchant: string | null;
  frequency: Wire<TransactionStream>['frequency'];
  category: [string, string];
  next: string;
};

function stream(
  item: Item,
  account: BankAccount,
  days: Day[],
  { description, merchant, frequency, category, next }: StreamShape,
): Wire<TransactionStream> {
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) throw new Error('A stream has at least one transaction');
  return {
    account_id: account.id,
    stream_id: deriveId(item.id, account.id, description),
    category: null,
    category_id: null,
    description,
    merchant_name: merchant,
    first_date: first.date,
    last_date: last.date,
    predicted_next_date: next,
    frequency,
    transaction_ids: days.map(({ date }) => deriveId(item.id, account.id, description, date)),
    average_amount: amount(Math.round(days.reduce((sum, { cents }) => sum + cents, 0) / days.length)),
    last_amount: amount(last.cents),
    is_active: true,
    status: 'MATURE',
    personal_finance_category: {
      primary: category[0],
      detailed: category[1],
      confidence_level: 'VERY_HIGH',
    },
    is_user_modified: false,
  };
}

/** As everywhere in Plaid's transactions, incoming amounts are negative and outgoing ones positive. */
export function recurring(
  item: Item,
  accounts: BankAccount[],
  now: Date,
): ResponseFields<TransactionsRecurringGetResponse> {
  const from = before(now, 180);
  const nextHalf = halfMonths(new Date(now.getTime() + dayMs), before(now, -40))[0] ?? isoDay(now);
  const firsts = (days: string[]) => days.filter((date) => date.endsWith('-01'));
  const months = firsts(halfMonths(from, now));
  const nextMonth = firsts(halfMonths(new Date(now.getTime() + dayMs), before(now, -40)))[0] ?? isoDay(now);
  const checking = accounts.find(({ kind }) => kind === 'checking');
  const savings = accounts.find(({ kind }) => kind === 'savings');
  const { monthlyIncome } = findPerson(item);
  const everyMonth = (cents: number) => months.map((date) => ({ date, cents }));

  return {
    inflow_streams: [
      ...(checking
        ? [
            stream(
              item,
              checking,
              payDays(item, from, now).map(({ date, cents }) => ({ date, cents: -cents })),
              {
                description: `${employer} PAYROLL`,
                merchant: 'Platypus Paper Co',
                frequency: 'SEMI_MONTHLY',
                category: ['INCOME', 'INCOME_WAGES'],
                next: nextHalf,
              },
            ),
          ]
        : []),
      ...(savings
        ? [
            stream(item, savings, everyMonth(-212), {
              description: 'INTEREST PAYMENT',
              merchant: null,
              frequency: 'MONTHLY',
              category: ['INCOME', 'INCOME_INTEREST_EARNED'],
              next: nextMonth,
            }),
          ]
        : []),
    ],
    outflow_streams: checking
      ? [
          stream(item, checking, everyMonth(Math.round(monthlyIncome * 0.22)), {
            description: 'WASATCH PROPERTY RENT',
            merchant: 'Wasatch Property',
            frequency: 'MONTHLY',
            category: ['RENT_AND_UTILITIES', 'RENT_AND_UTILITIES_RENT'],
            next: nextMonth,
          }),
          stream(item, checking, everyMonth(6400), {
            description: 'MOUNTAIN MOBILE AUTOPAY',
            merchant: 'Mountain Mobile',
            frequency: 'MONTHLY',
            category: ['RENT_AND_UTILITIES', 'RENT_AND_UTILITIES_TELEPHONE'],
            next: nextMonth,
          }),
        ]
      : [],
    updated_datetime: now.toISOString(),
    personal_finance_category_version: 'v1',
  };
}

type Paid = { item: Item; account: BankAccount; days: Day[] };

const totalOf = (days: Day[]) => dollars(days.reduce((sum, { cents }) => sum + cents, 0));
const totals = (days: Day[]) => [
  { amount: totalOf(days), iso_currency_code: 'USD', unofficial_currency_code: null },
];

/** The transactions by month. */
function incomeHistory(paid: readonly Paid[]) {
  const months = [...new Set(paid.flatMap(({ days }) => days.map(({ date }) => date.slice(0, 7))))].sort();
  return months.map((month) => {
    const inMonth = paid.flatMap(({ item, days }) =>
      days.filter(({ date }) => date.startsWith(month)).map((day) => ({ item, ...day })),
    );
    return {
      total_amounts: totals(inMonth),
      start_date: inMonth[0]?.date ?? `${month}-01`,
      end_date: inMonth.at(-1)?.date ?? `${month}-01`,
      transactions: inMonth.map(({ item, date, cents }) => ({
        amount: dollars(cents),
        date,
        name: `${employer} PAYROLL`,
        original_description: `${employer} PAYROLL`,
        pending: false,
        transaction_id: deriveId(item.id, 'income', date),
        check_number: null,
        iso_currency_code: 'USD',
        unofficial_currency_code: null,
      })),
    };
  });
}

const incomeSource = (paid: Paid, now: Date) => ({
  income_source_id: deriveId(paid.item.id, 'income source'),
  income_description: `${employer} PAYROLL`,
  income_category: 'SALARY' as const,
  account_id: paid.account.id,
  start_date: paid.days[0]?.date ?? isoDay(now),
  end_date: paid.days.at(-1)?.date ?? isoDay(now),
  pay_frequency: 'SEMI_MONTHLY' as const,
  total_amount: totalOf(paid.days),
  transaction_count: paid.days.length,
  historical_summary: incomeHistory([paid]),
});

/** The income product's report on a person's items. Here incoming amounts are positive. */
export function bankIncome(items: Item[], now: Date): Wire<CreditBankIncome> {
  const paid = items.flatMap((item): Paid[] => {
    const account = item.accounts.find(({ kind }) => kind === 'checking');
    const days = account ? payDays(item, before(now, item.incomeDays), now) : [];
    return account && days.length > 0 ? [{ item, account, days }] : [];
  });
  const daysRequested = Math.max(...items.map(({ incomeDays }) => incomeDays));
  const all = paid.flatMap(({ days }) => days);
  return {
    bank_income_id: deriveId('bank income', ...items.map(({ id }) => id)),
    generated_time: now.toISOString(),
    days_requested: daysRequested,
    items: items.map((item) => ({
      item_id: item.id,
      institution_id: item.institutionId,
      institution_name: findBank(item.institutionId)?.name ?? '',
      last_updated_time: now.toISOString(),
      bank_income_accounts: item.accounts.filter(isDeposit).map((account) => ({
        account_id: account.id,
        mask: kindDetails[account.kind].mask,
        name: kindDetails[account.kind].name,
        official_name: kindDetails[account.kind].officialName,
        type: 'depository' as const,
        subtype: account.kind as 'checking' | 'savings',
        owners: owners(item, account),
      })),
      bank_income_sources: paid.filter((one) => one.item.id === item.id).map((one) => incomeSource(one, now)),
    })),
    bank_income_summary: {
      total_amounts: totals(all),
      start_date: isoDay(before(now, daysRequested)),
      end_date: isoDay(now),
      income_sources_count: paid.length,
      income_categories_count: paid.length > 0 ? 1 : 0,
      income_transactions_count: all.length,
      historical_summary: incomeHistory(paid),
    },
    warnings: [],
  };
}
