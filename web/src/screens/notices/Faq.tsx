import { pathOf } from '#contract/screens.ts';
import { BranchContact } from '../../shared/branches/BranchContact.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { faq } from '../../wording/faq.ts';
import { noticeText } from '../../wording/notices.ts';

const words = noticeText.faq;

const idOf = (entry: (typeof faq)[number]) => `question-${faq.indexOf(entry)}`;

export default function Faq() {
  return (
    <ScreenPage
      screen="frequently-asked-questions"
      heading={words.heading}
      lead={words.lead}
      width="medium"
      contents={faq.map((entry) => ({ id: idOf(entry), title: entry.question }))}
    >
      <Accordion
        items={faq.map((entry) => ({ id: idOf(entry), title: entry.question, content: entry.answer }))}
      />
      <Card title={words.applyTitle}>
        <p>{words.apply}</p>
        <ButtonLink href={pathOf('landing')}>{words.applyButton}</ButtonLink>
      </Card>
      <BranchContact />
    </ScreenPage>
  );
}
