// Which policy decides on an application: the one in force, or the one that its offers were made by, for as long as they are open.
import type { IsoDate } from '#finance/dates.ts';
import { LenderFileError } from '#lender/lender-files.ts';
import type { Lender } from '#lender/load.ts';
import { readStoredPolicy, type StoredPolicy } from '#lender/load-policy.ts';
import { policyOfOffers, rowsSince } from '#lender/policy-of-offers.ts';
import type { Policy } from '#lender/schema/policy.ts';
import { type CreditPolicy, createPolicy, type PolicyBasis } from './decide.ts';
import { type GapAlert, withGapAlert } from './gap-alert.ts';
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
  current(on: IsoDate): AppliedPolicy {
    const { policy } = this.#sources.lender;
    return this.#applied(policy, { rowsOn: on, law: policy });
  }

  /**
   * The policy of an earlier decision, under the law in force. Reads a version that is not known from the database, so it must
   * not be called in a transaction. Throws a PolicyGapError, and alerts the operators, if the version can't be read.
   */
  async of({ policyVersion, rowsOn }: PolicyBasis): Promise<AppliedPolicy> {
    const rules = await this.#version(policyVersion);
    return this.#applied(rules, { rowsOn, law: this.#sources.lender.policy });
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
    const { policy: inForce } = this.#sources.lender;
    const known = this.#versions.get(version) ?? (inForce.version === version ? inForce : undefined);
    if (known) return known;
    const policy = await this.#stored(version).catch((error: unknown) => {
      if (error instanceof PolicyGapError) this.#sources.alert('policy-version', error);
      throw error;
    });
    this.#versions.set(version, policy);
    return policy;
  }

  async #stored(version: string): Promise<Policy> {
    const stored = await this.#sources.readStored(version);
    if (stored === undefined) throw new PolicyGapError(`Policy ${version} is neither in force nor stored.`);
    try {
      return readStoredPolicy(stored);
    } catch (error) {
      if (error instanceof LenderFileError) throw new PolicyGapError(error.message);
      throw error;
    }
  }
}
