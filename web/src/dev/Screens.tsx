// Every part in every state, for people to look at and for tests to walk through. Served in development only.
import { Content, Page, PageHeading } from '../ui/Page.tsx';

export function Screens() {
  return (
    <Page>
      <Content>
        <PageHeading title="Screens" />
      </Content>
    </Page>
  );
}
