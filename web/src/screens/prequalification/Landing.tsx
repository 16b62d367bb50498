// The landing page: what the lender offers, and the prequalification form. It is drawn once at build time, so nothing in its
// first drawing asks the browser.
import type { Experience } from '#contract/prequalification.ts';
import { brand, servedStates } from '../../app/lender.ts';
import { titleOf } from '../../app/ScreenPage.tsx';
import { Guarantees } from '../../ui/Card.tsx';
import { Content, PageHeading, Stack } from '../../ui/Page.tsx';
import { appWords } from '../../wording/app.ts';
import { landingWords } from '../../wording/prequalification.ts';
import { LandingForm } from './LandingForm.tsx';
import { LandingMore } from './LandingMore.tsx';
import { Referrer } from './Referrer.tsx';

const formId = 'prequalification';

export default function Landing({ experience: given }: { readonly experience?: Experience }) {
  const experience = given ?? 'sp';
  const guarantees = appWords.guarantees;
  return (
    <>
      <Content
        side={
          <Guarantees
            title={guarantees.title}
            items={guarantees.items(brand.branchCount, servedStates.length)}
          />
        }
      >
        <Stack>
          <Referrer />
          <PageHeading title={titleOf('landing')} lead={landingWords.lead} hero>
            {landingWords.heading}
          </PageHeading>
          <LandingForm id={formId} experience={experience} />
        </Stack>
      </Content>
      <LandingMore formId={formId} whole={experience === 'ppc'} />
    </>
  );
}
