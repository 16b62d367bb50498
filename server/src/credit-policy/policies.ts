// Which policy decides on an application: the one in force, or the one that its offers were made by, for as long as they are open.
import type { IsoDate } from '#finance/dates.ts';
import { LenderFileError } from '#lender/lender-files.ts';
import type { Lender } from '#lender/load.ts';
import { readStoredPolicy, type StoredPolicy } from '#lender/load-policy.ts';
import { policyOfOffers, rowsSince } from '#lender/policy-of-offers.ts';
import type { Policy } from '#lender/schema/policy.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { type CreditPolicy, createPolicy, type DecisionKind, type PolicyBasis } from './decide.ts';
import { PolicyGapError } from './policy-rows.ts';

/** A policy, and the lender with the rows and the law that it decides by. */
export interface AppliedPolicy extends CreditPolicy {
  readonly lender: Lender;
}

interface Sources {
  readonly lender: Lender;
  /** A version as stored, or undefined. Throws if it was changed. */
  readonly readStored: (version: string) => Promise<StoredPolicy | undefined>;
  readonly alert: GapAlert;
}

export class Policies {
  readonly #sources: Sources;
  /** By version, as they are in their files. */
  readonly #versions = new Map<string, Policy>();
  /** By version, law and the day of the rows. */
  readonly #lenders = new Map<string, Lender>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** The policy in force with the rows of a day, for an application that has no offers. */
  current(date: IsoDate): AppliedPolicy {
    const { policy } = this.#sources.lender;
    return this.#applied(policy, { rowsOn: date, law: policy });
  }

  /**
   * The policy of an earlier decision, under the law in force. Reads a version that is not known from the database, so it must
   * not be called in a transaction. Throws a PolicyGapError, and alerts the operators, if the version can't be read.
   */
  async of({ policyVersion, rowsOn }: PolicyBasis): Promise<AppliedPolicy> {
    return this.#applied(await this.#version(policyVersion), { rowsOn, law: this.#sources.lender.policy });
  }

  /** The versions that this process made a decision by: its rules, and the law if it is another. */
  applied({
    policyVersion,
    lawVersion,
  }: Pick<PolicyBasis, 'policyVersion' | 'lawVersion'>): readonly Policy[] {
    return [...new Set([policyVersion, lawVersion])].map((version) => {
      const policy = this.#versions.get(version);
      if (policy === undefined) throw new Error(`Policy ${version} made no decision here.`);
      return policy;
    });
  }

  /** The policy of an earlier decision under the law of then, to repeat the decision. Throws like `of`. */
  async asOf({ policyVersion, rowsOn, lawVersion }: PolicyBasis): Promise<AppliedPolicy> {
    return this.#applied(await this.#version(policyVersion), {
      rowsOn,
      law: await this.#version(lawVersion),
    });
  }

  #applied(rules: Policy, { rowsOn, law }: { rowsOn: IsoDate; law: Policy }): AppliedPolicy {
    for (const policy of [rules, law]) this.#versions.set(policy.version, policy);
    const since = rowsSince(rules, rowsOn);
    const key = `${rules.version} ${law.version} ${since}`;
    const { lender: current, alert } = this.#sources;
    const lender = this.#lenders.get(key) ?? { ...current, policy: policyOfOffers(rules, since, law) };
    this.#lenders.set(key, lender);
    const policy = createPolicy(lender, { rowsOn, lawVersion: law.version });
    return { ...withGapAlert(policy, alert), lender };
  }

  async #version(version: string): Promise<Policy> {
    const { lender, readStored, alert } = this.#sources;
    const { policy: inForce } = lender;
    const cached = this.#versions.get(version) ?? (inForce.version === version ? inForce : undefined);
    if (cached) return cached;
    try {
      const stored = await readStored(version);
      if (stored === undefined) throw new PolicyGapError(`Policy ${version} is neither in force nor stored.`);
      const policy = readStoredPolicy(stored);
      this.#versions.set(version, policy);
      return policy;
    } catch (error) {
      const cause = error instanceof LenderFileError ? new PolicyGapError(error.message) : error;
      if (cause instanceof PolicyGapError) alert('policy-version', cause);
      throw cause;
    }
  }
}

type GapAlert = (kind: DecisionKind | 'policy-version', gap: PolicyGapError) => void;

/** Logs each gap as an error and counts it as the outcome NO_DECISION, for an alert to use. */
export const gapAlert =
  ({ log, metrics }: { log: Log; metrics: Metrics }): GapAlert =>
  (kind, { message }) => {
    metrics.outcomes.inc({ kind, outcome: 'NO_DECISION' });
    log.error({ kind, because: message }, 'policy gap: no decision could be made');
  };

export function withGapAlert(policy: CreditPolicy, alert: GapAlert): CreditPolicy {
  function alerted<D>(kind: DecisionKind, decide: () => D): D {
    try {
      return decide();
    } catch (error) {
      if (error instanceof PolicyGapError) alert(kind, error);
      throw error;
    }
  }
  return {
    version: policy.version,
    decidePrequalification: (inputs, date) =>
      alerted('prequalification', () => policy.decidePrequalification(inputs, date)),
    decideApproval: (inputs, date) => alerted('approval', () => policy.decideApproval(inputs, date)),
  };
}
