// Which policy decides on an application: today's, or the one that its offers were made by, for as long as they are open.
import type { IsoDate } from '#finance/dates.ts';
import { keptPolicy, rowsSince } from '#lender/kept-policy.ts';
import { LenderFileError } from '#lender/lender-files.ts';
import type { Lender } from '#lender/load.ts';
import { readStoredPolicy, type StoredPolicy } from '#lender/load-policy.ts';
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
    const { policy } = sources.lender;
    this.#versions.set(policy.version, policy);
  }

  /** The policy of the lender's files with the rows of a day, for an application that has no offers. */
  current(on: IsoDate): AppliedPolicy {
    const { policy } = this.#sources.lender;
    return this.#applied(policy, { rowsOn: on, law: policy });
  }

  /**
   * The policy of an earlier decision, under today's law. Reads a version that is not in the files from the database, so it must
   * not be called in a transaction. Throws a PolicyGapError, and alerts the operators, if the version can't be read.
   */
  async of({ policyVersion, rowsOn }: PolicyBasis): Promise<AppliedPolicy> {
    const { lender } = this.#sources;
    return this.#applied(await this.#version(policyVersion), { rowsOn, law: lender.policy });
  }

  /** The policy of an earlier decision under the law of then, to repeat the decision. Throws like `of`. */
  async asOf({ policyVersion, rowsOn, lawVersion }: PolicyBasis): Promise<AppliedPolicy> {
    return this.#applied(await this.#version(policyVersion), {
      rowsOn,
      law: await this.#version(lawVersion),
    });
  }

  #applied(rules: Policy, { rowsOn, law }: { rowsOn: IsoDate; law: Policy }): AppliedPolicy {
    const since = rowsSince(rules, rowsOn);
    const key = `${rules.version} ${law.version} ${since}`;
    const { lender: current, alert } = this.#sources;
    const lender = this.#lenders.get(key) ?? { ...current, policy: keptPolicy(rules, since, law) };
    this.#lenders.set(key, lender);
    const policy = createPolicy(lender, { rowsOn, lawVersion: law.version });
    return { ...withGapAlert(policy, alert), lender };
  }

  async #version(version: string): Promise<Policy> {
    const known = this.#versions.get(version);
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
    if (stored === undefined)
      throw new PolicyGapError(`Policy ${version} is neither in the lender's files nor stored.`);
    try {
      return readStoredPolicy(stored);
    } catch (error) {
      if (error instanceof LenderFileError) throw new PolicyGapError(error.message);
      throw error;
    }
  }
}
