import { useEffect, useRef } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Button, type ButtonKind } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Page.tsx';
import { bankLinkText as words } from '../../wording/bank-link.ts';
import type { BankLink } from './use-bank-link.ts';

interface ConnectBankProps {
  readonly link: BankLink;
  readonly kind?: ButtonKind;
  readonly children?: string;
}

const calm = new Set(['closed', 'started-again']);

export function ConnectBank({ link, kind = 'primary', children = words.button }: ConnectBankProps) {
  const { open, status, note } = link;
  const isMistake = note !== undefined && !calm.has(note);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // A closed widget may leave nothing focused.
    if (wasOpen.current && status === 'ready' && document.activeElement === document.body)
      button.current?.focus();
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
          failure={isMistake && words.notes[note]}
          onClick={open}
        >
          {children}
        </Button>
      </div>
      {/* The note is below the button, so that the button does not move. */}
      {note && !isMistake && <Alert live>{words.notes[note]}</Alert>}
    </Stack>
  );
}

function busyWords(status: BankLink['status']): string {
  if (status === 'finishing') return words.finishing;
  return status === 'opening' ? words.opening : words.sending;
}
