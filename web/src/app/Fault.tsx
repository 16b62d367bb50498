// What is shown when a page breaks or its files cannot be fetched: what it means and what to do next.
import { Button } from '../ui/Button.tsx';
import { Content, PageHeading, Stack } from '../ui/Page.tsx';
import { appWords } from '../wording/app.ts';
import { brand } from './lender.ts';

export function Fault() {
  const words = appWords.fault;
  return (
    <Content>
      <Stack>
        <PageHeading title={words.title} lead={words.what} focus />
        <p>{words.next}</p>
        <Button onClick={() => window.location.reload()}>{words.button}</Button>
        <p>{words.call(brand.phones.customerService)}</p>
      </Stack>
    </Content>
  );
}
