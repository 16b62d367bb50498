// Every component in its states.
import type { ReactNode } from 'react';
import { Accordion } from '../ui/Accordion.tsx';
import { Alert } from '../ui/Alert.tsx';
import { ArticleCard } from '../ui/ArticleCard.tsx';
import { BranchCard } from '../ui/BranchCard.tsx';
import { Actions, Button, ButtonLink } from '../ui/Button.tsx';
import { AmountBadge, Card, CardRow, Guarantees } from '../ui/Card.tsx';
import { Drawing, drawingNames, EmptyState, LineBreak } from '../ui/Drawings.tsx';
import { Figures } from '../ui/Figures.tsx';
import { Footer } from '../ui/Footer.tsx';
import { Header } from '../ui/Header.tsx';
import { Offer } from '../ui/Offer.tsx';
import { Content, Page, PageHeading, Stack } from '../ui/Page.tsx';
import { ProgressSteps } from '../ui/ProgressSteps.tsx';
import { StepList } from '../ui/StepList.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { ExampleDialogs, pathSteps } from './ExampleDialogs.tsx';
import { ExampleForm } from './ExampleForm.tsx';
import styles from './Parts.module.css';

const steps = ['Choose my loan', 'Verify my info', 'Receive my funds', 'Finish setup'];
function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <p className={styles.name}>{title}</p>
      <Stack>{children}</Stack>
    </section>
  );
}

const offer = {
  monthly: '$183.60',
  amount: '$5,000',
  term: '48 months',
  apr: '31.22%',
  total: '$8,812.80',
  charge: '$3,812.80',
};

const mapImage =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 484"%3E%3Crect width="640" height="484" fill="%23e3efe9"/%3E%3Cpath d="M0 300 640 180M220 0v484M460 0v484" stroke="%23fff" stroke-width="26"/%3E%3C/svg%3E';

export function Parts() {
  return (
    <Page
      header={
        <Header
          name="Branchline"
          href="/get-a-loan"
          phone={{ words: 'Questions? Call', number: '(800) 555-0123' }}
        />
      }
      progress={<ProgressSteps steps={steps} current={1} />}
      footer={
        <Footer
          name="Branchline"
          help={{ words: 'Need help? Call', phone: '(800) 555-0123', hours: 'Monday to Friday, 8am to 6pm' }}
          linksLabel="About Branchline"
          links={[
            { label: 'Privacy policy', href: '/legal/privacy-policy' },
            { label: 'Cookie policy', href: '/legal/cookie-policy' },
            { label: 'Licenses and disclosures', href: '/legal/licenses-and-disclosures' },
            { label: 'Investors', href: '/legal/investors' },
            { label: 'California notice', href: '/legal/california-notice' },
          ]}
          states={{ label: 'Licensed in', names: ['Alabama', 'California', 'Georgia', 'Texas', 'Utah'] }}
          licensing={{
            label: 'State licensing notes',
            notes: ['California: loans are made under a California Financing Law license.'],
          }}
          copyright="© 2023"
          privacyChoices={{ label: 'Your Privacy Choices', onOpen: () => {} }}
        />
      }
    >
      <Content
        width="large"
        side={
          <Guarantees
            title="What you can count on"
            items={[
              {
                drawing: 'funded',
                title: 'Loans to fit your needs',
                text: 'From $2,501 to $15,000, over 24 to 60 months.',
              },
              { drawing: 'clock', title: 'Apply online in minutes', text: 'Most people need about five.' },
              {
                drawing: 'talk',
                title: 'Phone and local branch support',
                text: 'A branch will call you within 24 to 48 hours.',
              },
              {
                drawing: 'lock',
                title: 'Your information is safe',
                text: 'A 256-bit SSL encrypted connection keeps it so.',
              },
            ]}
          />
        }
      >
        <PageHeading
          title="Loans to fit your needs"
          lead="Check your offers in about five minutes. This does not affect your credit score."
          hero
        />
        <Section title="Offers">
          <AmountBadge amount="$12,000" />
          <h2>Your offers</h2>
          <Offer {...offer} featured tag="Your earlier choice" action={<Button>Choose this offer</Button>}>
            A fixed payment every month. You may pay it off early without a fee.
          </Offer>
          <Offer
            {...offer}
            monthly="$1,183.60"
            amount="$12,500"
            action={<Button kind="secondary">Choose this offer</Button>}
          >
            Secured by your vehicle.
          </Offer>
          <Offer {...offer} chosen />
          <Figures
            list
            figures={[
              { label: 'You receive', value: '$5,000.00' },
              { label: 'Interest', value: '$3,812.80' },
              { label: 'Total of payments', value: '$8,812.80' },
            ]}
          />
        </Section>
        <LineBreak />
        <Section title="Headings and text">
          <h2>Let’s complete your loan documents.</h2>
          <p>
            We will call you within 24 to 48 hours. You can{' '}
            <a href="/frequently-asked-questions">read more</a> about what happens next.
          </p>
          <h3>What you need</h3>
          <ul>
            <li>Your Social Security number</li>
            <li>Your annual income before taxes</li>
          </ul>
        </Section>
        <Section title="Buttons">
          <Actions>
            <Button>Continue</Button>
            <Button kind="secondary">Resend code</Button>
            <Button kind="quiet">Go back</Button>
            <Button kind="link">See other options</Button>
          </Actions>
          <Actions>
            <Button waiting>Get approved</Button>
            <Button busy busyWords="Sending your documents">
              Send my loan documents
            </Button>
            <Button kind="secondary" busy>
              Verify
            </Button>
            <ButtonLink href="/get-a-loan" kind="secondary">
              Start over
            </ButtonLink>
          </Actions>
        </Section>
        <Section title="Alerts">
          <Alert>We have sent a code to the number ending in 0100.</Alert>
          <Alert kind="success" title="Your account is connected">
            Choose where your funds should go.
          </Alert>
          <Alert kind="error">There was an error generating the verification code.</Alert>
        </Section>
        <Section title="Progress">
          <ProgressSteps
            steps={steps}
            current={0}
            label="At the first station"
            parts={{
              label: 'Choosing a loan',
              current: 1,
              steps: ['Select Loan Amount', 'Choose Payment Terms', 'Preview'],
            }}
          />
          <ProgressSteps steps={steps} current={3} label="At the last station" />
          <ProgressSteps steps={steps} current={4} label="All stations behind" />
          <StepList steps={pathSteps} />
        </Section>
        <Section title="Waiting">
          <Waiting
            messages={['Checking your information', 'Comparing loan programs', 'Almost there']}
            note="This usually takes less than a minute."
          />
        </Section>
        <Section title="Form">
          <ExampleForm prefix="fresh-" />
        </Section>
        <Section title="Form refused by the server">
          <ExampleForm prefix="refused-" failing />
        </Section>
        <Section title="Dialogs">
          <ExampleDialogs />
        </Section>
        <Section title="Cards">
          <BranchCard
            title="Your branch in Salt Lake City"
            address={['350 S Main St', 'Salt Lake City, Utah 84101']}
            phone="(801) 555-0145"
            callWords="Call us at"
            manager={{ fullName: 'Dana Whitfield', title: 'Branch manager' }}
            hours={[
              { days: 'Monday to Friday', hours: '8:30am to 5:30pm' },
              { days: 'Saturday', hours: 'By appointment' },
              { days: 'Sunday', hours: 'Closed' },
            ]}
            map={{ src: mapImage, alt: 'Map of the streets around the branch' }}
          />
          <CardRow>
            <ArticleCard
              title="How a credit score is made"
              text="Five things count, and one of them counts most."
              link={{ href: '/articles/score', words: 'Read the article' }}
              image="document"
            />
            <ArticleCard
              title="Paying down what you owe"
              text="Two ways to order your debts, and how to choose."
              link={{ href: '/articles/debt', words: 'Read the article' }}
              image="junction"
            />
          </CardRow>
          <Card title="A plain card">
            <p>Content that belongs together.</p>
          </Card>
          <Card title="A chosen card" chosen>
            <p>Checking account ending in 4321</p>
          </Card>
        </Section>
        <Section title="Questions">
          <Accordion
            items={[
              {
                title: 'Does checking my offers affect my credit score?',
                content: 'No. We make a soft inquiry, which only you can see.',
                open: true,
              },
              { title: 'How soon do I get my funds?', content: 'In 2 to 3 business days after you sign.' },
            ]}
          />
        </Section>
        <Section title="Drawings">
          <EmptyState drawing="junction" title="We do not have any loan offers for you at this time.">
            We will mail you a letter that says why.
          </EmptyState>
          <div className={styles.drawings}>
            {drawingNames.map((name) => (
              <Drawing key={name} name={name} />
            ))}
          </div>
        </Section>
      </Content>
    </Page>
  );
}
