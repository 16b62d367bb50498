// A manually entered account. Its numbers stay in the form and are never stored in the browser.

import { useRef, useState } from 'react';
import { accountTypes, bankLimits } from '#contract/bank-account-fields.ts';
import { enterAccount } from '#contract/deposit.ts';
import { ApiFailure } from '../../api/failures.ts';
import { NameField, RadioGroup } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { MaskedField } from '../../forms/MaskedFields.tsx';
import { digitsMask } from '../../forms/masks.ts';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Dialog.tsx';
import { depositText as words } from '../../wording/deposit.ts';
import { uiText } from '../../wording/ui-text.ts';
import styles from './CheckInstructions.module.css';
import { bankOf, bodyOf, manualAccountForm } from './manual-account.ts';

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

export default function ManualEntry({ nextSentence = words.next, onSaved }: ManualEntryProps) {
  const { call, journey } = useEnvironment();
  const links = useJourney()?.links;
  const filledFor = useRef<string>(undefined);
  const form = useScreenForm({
    schema: manualAccountForm,
    defaults: { institutionName: '', routingNumber: '', accountNumber: '', confirmAccountNumber: '' },
    names: { confirmAccountNumber: words.confirmAccountNumber },
    linked: { accountNumber: ['confirmAccountNumber'] },
    onChange: ({ routingNumber, institutionName }) => {
      // Once for each number: a name that was cleared stays so.
      if (filledFor.current === routingNumber) return;
      filledFor.current = routingNumber;
      const named = bankOf(routingNumber);
      if (named !== undefined && !institutionName) form.set('institutionName', named);
    },
    send: async (account) => {
      try {
        const { docusignHref } = await call(enterAccount, links?.directEntry, { body: bodyOf(account) });
        journey.merge({ links: { documents: docusignHref } });
        onSaved();
        return undefined;
      } catch (failure) {
        if (!(failure instanceof ApiFailure) || !failure.has('invalid')) throw failure;
        const errors = (failure.errors ?? []).map((error) =>
          error.field === 'accountSubtype' ? { ...error, field: 'accountType' } : error,
        );
        return { errors };
      }
    },
  });
  const bank = bankOf(form.value('routingNumber'));
  return (
    <Form form={form}>
      <NameField field={form.field('institutionName')} label={words.bankName} autoComplete="off" />
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

const checkText = words.check;

function CheckInstructions() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div>
      <Button kind="link" onClick={() => setOpen(true)}>
        {checkText.open}
      </Button>
      <Modal
        open={open}
        onClose={close}
        title={checkText.title}
        actions={
          <Button kind="secondary" onClick={close}>
            {uiText.close}
          </Button>
        }
      >
        <p>{checkText.what}</p>
        <Check />
        <ol>
          {checkText.rows.map(({ name, what }) => (
            <li key={name}>
              <strong>{name}.</strong> {what}
            </li>
          ))}
        </ol>
        <p>{checkText.noCheck}</p>
      </Modal>
    </div>
  );
}

/** A sample check. The two numbers of the form are tinted, and the marks match the list. */
function Check() {
  return (
    <svg className={styles.check} viewBox="0 0 360 204" role="img" aria-label={checkText.drawing}>
      <rect className={styles.paper} x="1" y="1" width="358" height="156" rx="8" />
      <g className={styles.lines}>
        <path d="M22 26h86M22 36h60M262 44h60M22 76h206M22 100h300M22 124h96M222 124h104" />
        <path d="m226 120c10-14 16-14 18-4s6 5 14-3 12-2 16 3" />
        <rect x="252" y="62" width="86" height="20" rx="3" />
      </g>
      <text className={styles.digits} x="326" y="28" textAnchor="end">
        0101
      </text>
      <rect className={styles.spot} x="14" y="133" width="112" height="19" rx="4" />
      <rect className={styles.spot} x="136" y="133" width="120" height="19" rx="4" />
      {Object.entries({ 20: '121042882', 142: '000123456', 272: '0101' }).map(([x, digits]) => (
        <text key={x} className={styles.digits} x={x} y="147">
          {digits}
        </text>
      ))}
      <path className={styles.pointer} d="M70 154v19M196 154v19M290 154v19" />
      {[70, 196, 290].map((x, index) => (
        <g key={x}>
          <circle className={styles.mark} cx={x} cy="186" r="13" />
          <text className={styles.number} x={x} y="191" textAnchor="middle">
            {index + 1}
          </text>
        </g>
      ))}
    </svg>
  );
}
