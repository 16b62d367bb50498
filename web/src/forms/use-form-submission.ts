// Sends a form, once at a time, and places what was refused: on the fields, in the summary or in an alert.
import { type RefObject, useRef, useState } from 'react';
import { get } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Refusal } from '#contract/errors.ts';
import { ApiFailure } from '../api/failures.ts';
import { useRedirectToState } from '../journey/use-redirect-to-state.ts';
import { uiText } from '../wording/ui-text.ts';
import type { FieldName, FormHook, FormSchema } from './form-hook.ts';
import { placeServerErrors } from './server-errors.ts';

/**
 * The outcome of sending: undefined when the screen is about to change (the form stays busy, so that it cannot be sent
 * twice), 'again' when the same form may be used again, or the server's errors.
 */
export type Sent = undefined | 'again' | { readonly errors: readonly Refusal[] };

export interface SubmissionOptions<S extends FormSchema> {
  /** After the refusal of a step that is over, the form leads to the step that is open. */
  readonly send: (values: z.output<S>) => Promise<Sent> | Sent;
  /** The message for a call without a response. */
  readonly failure?: string;
  /** Called with the invalid fields when a press is refused before anything is sent. */
  readonly onRefused?: (names: readonly string[]) => void;
}

interface Wired<S extends FormSchema> {
  readonly hook: FormHook<S>;
  readonly latest: RefObject<SubmissionOptions<S>>;
  readonly names: () => readonly string[];
  readonly idOf: (name: string) => string;
}

export function useFormSubmission<S extends FormSchema>({ hook, latest, names, idOf }: Wired<S>) {
  const { alerts, setAlerts, refused, live, listed, refuse, refuseFromServer, clearRefusals } = useRefusals(
    hook,
    names,
    idOf,
  );
  const { afterRefusal } = useRedirectToState();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  /** Resolves to whether the form stays busy. */
  const send = async (values: z.output<S>): Promise<boolean> => {
    setBusy(true);
    try {
      const sent = await latest.current.send(values);
      if (typeof sent !== 'object') return sent !== 'again';
      refuseFromServer(sent.errors);
    } catch (thrown) {
      if (await afterRefusal(thrown)) return true;
      if (thrown instanceof ApiFailure && thrown.errors) refuseFromServer(thrown.errors);
      else {
        setAlerts([latest.current.failure ?? uiText.notSent]);
        refuse([]);
      }
    }
    return false;
  };

  const submit = async () => {
    if (sending.current) return;
    sending.current = true;
    setAlerts([]);
    let staysBusy = false;
    try {
      await hook.handleSubmit(
        async (values) => {
          staysBusy = await send(values);
        },
        (errors) => {
          const invalid = names().filter((name) => get(errors, name));
          refuse(invalid);
          latest.current.onRefused?.(invalid);
        },
      )();
    } finally {
      if (!staysBusy) {
        sending.current = false;
        setBusy(false);
      }
    }
  };

  return { alerts, refused, live, listed, busy, submit: () => void submit(), clearRefusals };
}

/** What the last press was refused for. */
function useRefusals<S extends FormSchema>(
  hook: FormHook<S>,
  names: Wired<S>['names'],
  idOf: Wired<S>['idOf'],
) {
  const [alerts, setAlerts] = useState<readonly string[]>([]);
  /** Counts the refused presses. `live` is the last one, if its first field had the focus already and so does not get it. */
  const [{ refused, live }, setRefused] = useState({ refused: 0, live: 0 });
  const [listed, setListed] = useState<readonly string[]>([]);

  const refuse = (invalid: readonly string[]) => {
    const inOrder = inPageOrder(invalid, idOf);
    const [first] = inOrder;
    const hasFocus = first !== undefined && document.activeElement?.id === idOf(first);
    setListed(inOrder);
    setRefused(({ refused }) => ({ refused: refused + 1, live: hasFocus ? refused + 1 : 0 }));
  };
  const refuseFromServer = (errors: readonly Refusal[]) => {
    const placed = placeServerErrors(errors, names());
    for (const [name, message] of placed.fields) {
      hook.setError(name as FieldName<S>, { type: 'server', message });
    }
    setAlerts(placed.alerts);
    refuse([...placed.fields.keys()]);
  };
  const clearRefusals = () => {
    hook.clearErrors();
    setAlerts([]);
    setListed([]);
  };
  return { alerts, setAlerts, refused, live, listed, refuse, refuseFromServer, clearRefusals };
}

function inPageOrder(names: readonly string[], idOf: (name: string) => string): readonly string[] {
  const elementOf = (name: string) => document.getElementById(idOf(name));
  return [...names].sort((one, other) => {
    const [first, second] = [elementOf(one), elementOf(other)];
    if (!first || !second) return first ? -1 : 1;
    return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
}
