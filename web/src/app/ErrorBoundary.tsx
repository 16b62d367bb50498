import { Component, type ReactNode, useEffect, useState } from 'react';
import { isOffline, onceOnline } from '../lib/online.ts';
import { PhoneSentence } from '../shared/PhoneSentence.tsx';
import { Button } from '../ui/Button.tsx';
import { Content, PageHeading, Stack } from '../ui/Page.tsx';
import { appText } from '../wording/app.ts';
import { brand } from '../wording/lender.ts';

const reload = () => window.location.reload();

/** Offline, the screen was not loaded: it opens once the browser is online. A reload before then would lose this page too. */
export function ErrorFallback() {
  const [isOfflineError] = useState(isOffline);
  const [isTooEarly, setTooEarly] = useState(false);
  useEffect(() => (isOfflineError ? onceOnline(reload) : undefined), [isOfflineError]);
  const words = { ...appText.pageError, ...(isOfflineError && appText.pageOffline) };
  return (
    <Content>
      <Stack>
        <PageHeading title={appText.titleOf(words.title, brand.name)} lead={words.what} focus>
          {words.title}
        </PageHeading>
        <p>{words.next}</p>
        <Button
          failure={isTooEarly && words.what}
          onClick={() => (isOffline() ? setTooEarly(true) : reload())}
        >
          {words.button}
        </Button>
        <p>
          <PhoneSentence sentence={words.call} />
        </p>
      </Stack>
    </Content>
  );
}

/** For the page outside the router, which has its own error boundaries. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <ErrorFallback /> : this.props.children;
  }
}
