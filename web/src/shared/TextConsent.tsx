// The optional box for texts about the application, in the lender's words.
import { textConsent } from '#contract/form-consents.ts';
import textMessages from '#lender/public/text-messages.json';
import { Checkbox } from '../forms/Controls.tsx';
import type { FieldWiring } from '../forms/Field.tsx';
import { brand } from '../wording/lender.ts';
import { ConsentSentence } from './ConsentSentence.tsx';

const consent = textConsent(brand.name, textMessages);

export const TextConsent = ({ field }: { readonly field: FieldWiring }) => (
  <Checkbox field={field} label={<ConsentSentence consent={consent} />} />
);
