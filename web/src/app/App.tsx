// Stands in until the router is here: enough of a page for the build to be seen working.
import { Content, Page, PageHeading } from '../ui/Page.tsx';

export function App() {
  return (
    <Page>
      <Content>
        <PageHeading title="Loans to fit your needs" lead="Apply online in minutes" hero />
      </Content>
    </Page>
  );
}
