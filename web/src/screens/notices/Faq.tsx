// Frequent questions, with a link to apply at their end.
import { pathOf } from '#contract/screens.ts';
import { BranchContact } from '../../shared/branches/BranchContact.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { faq } from '../../wording/faq.ts';
import { noticeText } from '../../wording/notices.ts';

const words = noticeText.faq;

const idOf = (one: (typeof faq)[number]) => `question-${faq.indexOf(one)}`;

export default function Faq() {
  return (
    <ScreenPage
      screen="frequently-asked-questions"
      heading={words.heading}
      lead={words.lead}
      width="medium"
      contents={faq.map((one) => ({ id: idOf(one), title: one.question }))}
    >
      <Accordion items={faq.map((one) => ({ id: idOf(one), title: one.question, content: one.answer }))} />
      <Card title={words.applyTitle}>
        <p>{words.apply}</p>
        <ButtonLink href={pathOf('landing')}>{words.applyButton}</ButtonLink>
      </Card>
      <BranchContact />
    </ScreenPage>
  );
}
