// The dialogs about an answer: a state that the lender does not serve, and an unusual income. They are fetched when one opens.
import { useState } from 'react';
import type { ServedState } from '#contract/prequalification.ts';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog, Modal } from '../../ui/Dialog.tsx';
import { answerDialogText } from '../../wording/answer-dialogs.ts';
import { officeBranch } from '../../wording/office-branch.ts';
import { uiText } from '../../wording/ui-text.ts';
import { stateName } from './form-schema.ts';
import type { useIncomeCheck } from './use-income-check.ts';
import type { useStateCheck } from './use-served-states.ts';

interface AnswerDialogsProps {
  readonly served: readonly ServedState[];
  /** Its dialog is shown first, and the other one after it is closed. */
  readonly state: ReturnType<typeof useStateCheck>;
  readonly income: ReturnType<typeof useIncomeCheck>;
  readonly incomeId: string;
}

export default function AnswerDialogs({ served, state, income, incomeId }: AnswerDialogsProps) {
  return state.unserved === undefined ? (
    <IncomeDialog income={income} incomeId={incomeId} />
  ) : (
    <OutOfState state={state.unserved} served={served} onClose={state.close} />
  );
}

interface OutOfStateProps {
  readonly state: string;
  readonly served: readonly ServedState[];
  readonly onClose: () => void;
}

/** Mail to the armed forces has no place, so no branch of its own. */
const isMilitaryMail = (state: string) => /^A[AEP]$/.test(state);

function OutOfState({ state, served, onClose }: OutOfStateProps) {
  const words = answerDialogText.outOfState;
  const [isContact, setIsContact] = useState(false);
  return (
    <Modal
      // Another dialog, so that its heading gets the focus.
      key={isContact ? 'contact' : 'states'}
      open
      onClose={onClose}
      title={isContact ? words.contactTitle : isMilitaryMail(state) ? words.militaryTitle : words.title}
      actions={
        <>
          <Button onClick={onClose}>{uiText.close}</Button>
          {!isContact && (
            <Button kind="secondary" onClick={() => setIsContact(true)}>
              {words.contact}
            </Button>
          )}
        </>
      }
    >
      {isContact ? (
        <p>
          <PhoneSentence sentence={words.call} />
        </p>
      ) : (
        <>
          {isMilitaryMail(state) ? (
            <p>
              <PhoneSentence sentence={words.military(officeBranch.name)} phone={officeBranch.phone} />
            </p>
          ) : (
            <p>{words.what(stateName(state))}</p>
          )}
          <p>
            {words.list} {served.map(({ name }) => name).join(', ')}.
          </p>
        </>
      )}
    </Modal>
  );
}

function IncomeDialog({ income, incomeId }: Pick<AnswerDialogsProps, 'income' | 'incomeId'>) {
  const words = answerDialogText.incomeDialog;
  return (
    <ConfirmDialog
      open={income.unusual !== undefined}
      title={words.title}
      confirmWords={words.keep}
      cancelWords={words.change}
      confirm={{ onClick: income.confirm }}
      onCancel={() => {
        income.close();
        // The dialog first returns the focus to where it was.
        requestAnimationFrame(() => document.getElementById(incomeId)?.focus());
      }}
    >
      {words.amount(income.unusual ?? 0)}
    </ConfirmDialog>
  );
}
