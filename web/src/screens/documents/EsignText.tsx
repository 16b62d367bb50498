// The consent in place, on devices that show a PDF only outside the page. Loaded on request.
import { useEffect, useRef, useState } from 'react';
import { LegalBody } from '../../shared/legal/LegalBody.tsx';
import { useLegalText } from '../../shared/legal/LegalDialog.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Stack } from '../../ui/Page.tsx';
import { documentsText } from '../../wording/documents.ts';
import styles from './EsignConsent.module.css';

const words = documentsText.confirm;

interface EsignTextProps {
  readonly pdf: string;
  readonly onOpen: () => void;
}

export default function EsignText({ pdf, onOpen }: EsignTextProps) {
  const text = useLegalText('esign-consent');
  const [hasFailed, setHasFailed] = useState(false);
  const isShown = typeof text === 'object';
  const hasBegun = useRef(false);
  // The server records the opening when it sends the PDF, which the device receives here as well.
  useEffect(() => {
    if (!isShown || hasBegun.current) return;
    hasBegun.current = true;
    fetch(pdf, { credentials: 'same-origin' })
      .then(({ ok }) => (ok ? onOpen() : setHasFailed(true)))
      .catch(() => setHasFailed(true));
  }, [isShown, pdf, onOpen]);
  if (text === 'failed' || hasFailed) return <Alert kind="error">{words.esignFailed}</Alert>;
  if (text === undefined) return <p role="status">{words.esignLoading}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A region that scrolls must be reachable by keyboard.
    <section className={styles.text} aria-label={words.esignFrame} tabIndex={0}>
      <Stack tight>
        <LegalBody text={text} level={3} />
      </Stack>
    </section>
  );
}
