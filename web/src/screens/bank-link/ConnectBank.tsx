// The button that opens the bank link, and what the page says when nothing came of it.
import { useEffect, useRef } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Button, type ButtonKind } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Page.tsx';
import { bankLinkText as words } from '../../wording/bank-link.ts';
import type { BankLink } from './use-bank-link.ts';

interface ConnectBankProps {
  readonly link: BankLink;
  readonly kind?: ButtonKind;
  /** What the button says. */
  readonly children?: string;
}

const calm = new Set(['closed', 'started-again']);

export function ConnectBank({ link, kind = 'primary', children = words.button }: ConnectBankProps) {
  const { open, status, note } = link;
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // A widget that closes may leave the focus nowhere.
    if (wasOpen.current && status === 'ready' && document.activeElement === document.body) {
      button.current?.focus();
    }
    wasOpen.current = status === 'open';
  }, [status]);
  return (
    <Stack tight>
      <div>
        <Button
          ref={button}
          kind={kind}
          busy={status !== 'ready' && status !== 'open'}
          busyWords={busyWords(status)}
          onClick={open}
        >
          {children}
        </Button>
      </div>
      {/* Under the button, so that it stays where it is pressed. */}
      {note && (
        <Alert kind={calm.has(note) ? 'info' : 'error'} live>
          {words.notes[note]}
        </Alert>
      )}
    </Stack>
  );
}

function busyWords(status: BankLink['status']): string {
  if (status === 'finishing') return words.finishing;
  return status === 'opening' ? words.opening : words.sending;
}
