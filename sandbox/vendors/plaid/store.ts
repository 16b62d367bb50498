// Stores Plaid's records by kind, so a restart loses nothing.
import type { LinkTokenGetMetadataResponse } from 'plaid';
import type { Challenge } from '../../people/bank-people.ts';
import type { Database } from '../../state/database.ts';
import type { LinkUser } from './link-request.ts';
import type { ErrorBody, Wire } from './wire.ts';

export type AccountKind = 'checking' | 'savings' | 'cash management' | 'credit card';
export type BankAccount = {
  id: string;
  kind: AccountKind;
  /** The person ended access to this account at the bank. */
  revoked?: true;
};

/** What an item takes over from the link token that it comes from. */
type Linking = { user: LinkUser; products: string[]; consented: string[]; webhook: string | null };

export type Records = {
  link: Linking & {
    token: string;
    expiresAt: string;
    used: boolean;
    badLogins: number;
    clientName: string;
    redirectUri: string | null;
    /** Present if Plaid hosts the page. */
    hosted: { completion: string | null } | null;
    createdAt: string;
    metadata: Wire<LinkTokenGetMetadataResponse>;
    institutionId: string | null;
    accountKinds: AccountKind[];
    /** Present in update mode. */
    itemId: string | null;
  };
  session: {
    id: string;
    linkToken: string;
    institutionId: string | null;
    username: string | null;
    challenge: (Challenge & { round: number }) | null;
    /** Set once the person has logged in. */
    accounts: BankAccount[] | null;
    startedAt: string;
    finishedAt: string | null;
    /** Null if the person left without linking a bank. */
    publicToken: string | null;
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
  public: { itemId: string; expiresAt: string; used: boolean };
  item: Linking & {
    id: string;
    institutionId: string;
    username: string;
    accounts: BankAccount[];
    createdAt: string;
    error: ErrorBody | null;
    removed: boolean;
  };
  access: { token: string; itemId: string };
};
type Kind = keyof Records;

export function createStore(db: Database, onSave: (kind: Kind) => void = () => {}) {
  return {
    find: <Name extends Kind>(kind: Name, id: string) => db.readRecord<Records[Name]>(`plaid ${kind}`, id),
    save: <Name extends Kind>(kind: Name, id: string, record: Records[Name]) => {
      db.saveRecord(`plaid ${kind}`, id, record);
      onSave(kind);
      return record;
    },
    list: <Name extends Kind>(kind: Name) => db.listRecords<Records[Name]>(`plaid ${kind}`),
  };
}
export type Store = ReturnType<typeof createStore>;
