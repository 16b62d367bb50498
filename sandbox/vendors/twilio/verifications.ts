// Verify's one-time codes: one per phone, the same as long as it is valid.
import { randomInt } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Row } from '../../state/database.ts';
import { sid } from '../../state/identifiers.ts';

const lifetimeMs = 10 * 60_000;

export type Verification = {
  sid: string;
  service: string;
  recipient: string;
  code: string;
  status: 'pending' | 'approved' | 'canceled' | 'max_attempts_reached' | 'expired';
  sends: { time: string; channel: string; attempt_sid: string }[];
  checks: number;
  createdAt: Date;
  updatedAt: Date;
};

/** Not yet approved, canceled or expired; its checks may be used up. */
export const isActive = (verification: Verification | undefined): verification is Verification =>
  verification?.status === 'pending' || verification?.status === 'max_attempts_reached';

export class Verifications {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  find(id: string): Verification | undefined {
    return this.#parse(this.#context.db.one('select * from verification where sid = ?', id));
  }

  latest(recipient: string): Verification | undefined {
    const query = 'select * from verification where recipient = ? order by rowid desc limit 1';
    return this.#parse(this.#context.db.one(query, recipient));
  }

  create(recipient: string): Verification {
    const now = this.#context.clock();
    return {
      sid: sid('VE'),
      service: this.#context.credentials.TWILIO_VERIFY_SERVICE_SID,
      recipient,
      code: String(randomInt(1_000_000)).padStart(6, '0'),
      status: 'pending',
      sends: [],
      checks: 0,
      createdAt: now,
      updatedAt: now,
    };
  }

  /** Saves that the code is sent, and returns the ID of the attempt. */
  addSend(verification: Verification, channel: string): string {
    const attempt = `VL${sid('VE').slice(2)}`;
    const time = this.#context.clock().toISOString();
    verification.sends.push({ time, channel, attempt_sid: attempt });
    this.save(verification);
    return attempt;
  }

  save(verification: Verification): Verification {
    const { sid: id, service, recipient, code, status, sends, checks, createdAt } = verification;
    const updatedAt = this.#context.clock();
    this.#context.db.run(
      `insert or replace into verification
         (sid, service, recipient, code, status, sends, checks, created_at, updated_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      service,
      recipient,
      code,
      status,
      JSON.stringify(sends),
      checks,
      createdAt.toISOString(),
      updatedAt.toISOString(),
    );
    return { ...verification, updatedAt };
  }

  #parse(row: Row | undefined): Verification | undefined {
    if (!row) return undefined;
    const createdAt = new Date(String(row.created_at));
    const isOld = this.#context.clock().getTime() - createdAt.getTime() >= lifetimeMs;
    const status = String(row.status) as Verification['status'];
    return {
      sid: String(row.sid),
      service: String(row.service),
      recipient: String(row.recipient),
      code: String(row.code),
      status: isOld && status !== 'approved' && status !== 'canceled' ? 'expired' : status,
      sends: JSON.parse(String(row.sends)) as Verification['sends'],
      checks: Number(row.checks),
      createdAt,
      updatedAt: new Date(String(row.updated_at)),
    };
  }
}
