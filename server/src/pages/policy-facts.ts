// What pages state of the policy in force, in placeholders: a new version needs no build, and what is advertised is offered.
import { needsVehicle, policyFacts } from '#lender/advertised.ts';
import type { Lender } from '#lender/load.ts';
import { type PolicyFacts, policyFactsOf } from '#lender/public/policy-facts.ts';

export const factPlaceholders = policyFactsOf((name) => `{{${name}}}`);

/** Around the words that are true only where an amount needs a vehicle. */
export const vehicleMarks = (dollars: number) => [`{{vehicle:${dollars}}}`, '{{end}}'] as const;

export type StatedFacts = ReturnType<typeof statedFacts>;

export const statedFacts = (lender: Pick<Lender, 'advertised' | 'openStates' | 'policy'>, date: string) => ({
  facts: policyFacts(lender, date),
  /** The advertised amounts, in dollars, that are lent only with a vehicle. */
  secured: lender.advertised.landingAmounts
    .filter((amount) => needsVehicle(lender, { ...lender.advertised.example, amount }, date))
    .map((amount) => amount / 100),
});

/** Fills in what the build left open in a page or a part of one. */
export const withFacts = (html: string, { facts, secured }: StatedFacts): string =>
  html
    .replace(/\{\{vehicle:([\d.]+)\}\}(.*?)\{\{end\}\}/gs, (_, dollars: string, words: string) =>
      secured.includes(Number(dollars)) ? words : '',
    )
    .replace(/\{\{(\w+)\}\}/g, (whole, name: string) => facts[name as keyof PolicyFacts] ?? whole);
