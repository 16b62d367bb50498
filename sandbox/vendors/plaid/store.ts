// Stores Plaid's records by kind, so a restart loses nothing.
import type { Challenge } from '../../people/bank-people.ts';
import type { Database } from '../../state/database.ts';
import type { ErrorBody } from './errors.ts';

export type LinkUser = {
  clientUserId: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  address: { street: string; city: string; region: string; postalCode: string; country: string } | null;
};

export type AccountKind = 'checking' | 'savings' | 'cash management' | 'credit card';
export type BankAccount = {
  id: string;
  kind: AccountKind;
  /** The person ended access to this account at the bank. */
  revoked?: true;
};

export type Records = {
  link: {
    token: string;
    createdAt: string;
    expiresAt: string;
    used: boolean;
    badLogins: number;
    clientName: string;
    language: string;
    countryCodes: string[];
    user: LinkUser;
    /** The user of `/user/create`, for income. */
    userId: string | null;
    products: string[];
    consented: string[];
    webhook: string | null;
    redirectUri: string | null;
    institutionId: string | null;
    /** The kinds of account that can be linked; null leaves it to the products. */
    accountKinds: AccountKind[] | null;
    /** Present in update mode. */
    itemId: string | null;
    incomeDays: number;
  };
  session: {
    id: string;
    linkToken: string;
    startedAt: string;
    finishedAt: string | null;
    institutionId: string | null;
    username: string | null;
    challenge: (Challenge & { round: number }) | null;
    /** Set once the person has logged in. */
    accounts: BankAccount[] | null;
    success: { publicToken: string; accounts: BankAccount[] } | null;
    exit: { error: ErrorBody | null; status: string | null } | null;
  };
  oauth: {
    id: string;
    linkToken: string;
    sessionId: string;
    institutionId: string;
    status: 'pending' | 'logged-in' | 'agreed' | 'denied' | 'processed';
    username: string | null;
    accounts: BankAccount[];
  };
  public: { token: string; itemId: string; expiresAt: string; used: boolean };
  item: {
    id: string;
    institutionId: string;
    username: string;
    user: LinkUser;
    userId: string | null;
    accounts: BankAccount[];
    products: string[];
    consented: string[];
    webhook: string | null;
    createdAt: string;
    error: ErrorBody | null;
    removed: boolean;
    lastWebhook: { code_sent: string; sent_at: string } | null;
    incomeDays: number;
  };
  access: { token: string; itemId: string };
  user: { id: string; token: string; clientUserId: string };
};
type Kind = keyof Records;

export type Store = {
  find: <Name extends Kind>(kind: Name, id: string) => Records[Name] | undefined;
  save: <Name extends Kind>(kind: Name, id: string, record: Records[Name]) => Records[Name];
  list: <Name extends Kind>(kind: Name) => Records[Name][];
};

/** `onSave` runs after every save. */
export function createStore(db: Database, onSave: (kind: Kind) => void = () => {}): Store {
  return {
    find: <Name extends Kind>(kind: Name, id: string) => {
      const row = db.one('select record from plaid_record where kind = ? and id = ?', kind, id);
      return row ? (JSON.parse(String(row.record)) as Records[Name]) : undefined;
    },
    save: (kind, id, record) => {
      db.run(
        `insert into plaid_record (kind, id, record) values (?, ?, ?)
           on conflict (kind, id) do update set record = excluded.record`,
        kind,
        id,
        JSON.stringify(record),
      );
      onSave(kind);
      return record;
    },
    list: <Name extends Kind>(kind: Name) =>
      db
        .all('select record from plaid_record where kind = ? order by rowid', kind)
        .map((row) => JSON.parse(String(row.record)) as Records[Name]),
  };
}
