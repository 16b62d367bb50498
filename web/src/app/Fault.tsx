// What is shown when a page breaks or its files cannot be fetched: what it means and what to do next.
import { Button } from '../ui/Button.tsx';
import { Content, PageHeading, Stack } from '../ui/Page.tsx';
import { appWords } from '../wording/app.ts';
import { PhoneSentence } from './PhoneSentence.tsx';

export function Fault() {
  const words = appWords.fault;
  return (
    <Content>
      <Stack>
        <PageHeading title={words.title} lead={words.what} focus />
        <p>{words.next}</p>
        <Button onClick={() => window.location.reload()}>{words.button}</Button>
        <p>
          <PhoneSentence sentence={words.call} />
        </p>
      </Stack>
    </Content>
  );
}
