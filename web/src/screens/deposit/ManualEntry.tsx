// A manually entered account. Its numbers stay in the form and are never stored in the browser.
import { accountTypes, bankLimits } from '#contract/bank-account-fields.ts';
import { enterAccount } from '#contract/deposit.ts';
import { ApiFailure } from '../../api/failures.ts';
import { MaskedField, RadioGroup, TextField } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { digitsMask } from '../../forms/masks.ts';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { depositText as words } from '../../wording/deposit.ts';
import { CheckInstructions } from './CheckInstructions.tsx';
import {
  bankOf,
  bodyOf,
  clearAccountDraft,
  manualAccountForm,
  saveAccountDraft,
  typedFor,
} from './manual-account.ts';

// One extra digit is allowed, so that a rule can report it.
const routingDigits = digitsMask(bankLimits.routingNumber + 1);
const accountDigits = digitsMask(bankLimits.accountNumberMax + 1);
const numberInput = { autoComplete: 'off', spellCheck: false, size: 'medium' } as const;
const typeOptions = accountTypes.map((value) => ({ value, label: words.accountTypes[value] }));

interface ManualEntryProps {
  /** The account is saved, and the documents link is known. */
  readonly onSaved: () => void;
  readonly nextSentence?: string | undefined;
}

export function ManualEntry({ nextSentence = words.next, onSaved }: ManualEntryProps) {
  const { call, journey } = useEnvironment();
  const links = useJourney()?.links;
  const form = useScreenForm({
    schema: manualAccountForm,
    defaults: typedFor(links?.directEntry) ?? {
      institutionName: '',
      routingNumber: '',
      accountNumber: '',
      confirmAccountNumber: '',
    },
    names: { confirmAccountNumber: words.confirmAccountNumber },
    linked: { accountNumber: ['confirmAccountNumber'] },
    onChange: ({ routingNumber, institutionName }) => {
      const named = bankOf(routingNumber);
      if (named !== undefined && !institutionName) form.set('institutionName', named);
    },
    send: async (account) => {
      try {
        const { docusignHref } = await call(enterAccount, links?.directEntry, { body: bodyOf(account) });
        clearAccountDraft();
        journey.merge({ links: { documents: docusignHref } });
        onSaved();
        return undefined;
      } catch (failure) {
        if (!(failure instanceof ApiFailure)) throw failure;
        // Another text code may be due first.
        if (failure.has('not-now')) saveAccountDraft(links?.directEntry, account);
        if (!failure.has('invalid')) throw failure;
        const errors = failure.errors ?? [];
        return {
          errors: errors.map((one) =>
            one.field === 'accountSubtype' ? { ...one, field: 'accountType' } : one,
          ),
        };
      }
    },
  });
  const bank = bankOf(form.value('routingNumber'));
  return (
    <Form form={form}>
      <TextField
        field={form.field('institutionName')}
        label={words.bankName}
        autoComplete="off"
        autoCapitalize="words"
      />
      <RadioGroup field={form.field('accountType')} label={words.accountType} options={typeOptions} />
      <CheckInstructions />
      <MaskedField
        field={form.field('routingNumber')}
        label={words.routingNumber}
        hint={words.routingNumberHint}
        mask={routingDigits}
        {...numberInput}
      />
      <output>{bank}</output>
      <MaskedField
        field={form.field('accountNumber')}
        label={words.accountNumber}
        hint={words.accountNumberHint}
        mask={accountDigits}
        {...numberInput}
      />
      <MaskedField
        field={form.field('confirmAccountNumber')}
        label={words.confirmAccountNumber}
        mask={accountDigits}
        {...numberInput}
      />
      <p>{words.safe}</p>
      <p>{words.microEntries}</p>
      <SubmitButton form={form} words={words.button} busyWords={words.submitting} />
      <p>{nextSentence}</p>
    </Form>
  );
}
