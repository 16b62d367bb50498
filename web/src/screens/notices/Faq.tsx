import { ScreenPage } from '../../app/ScreenPage.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { faq } from '../../wording/faq.ts';
import { noticeWords } from '../../wording/notices.ts';
import { BranchContact } from '../branches/BranchContact.tsx';

export default function Faq() {
  const { heading, lead } = noticeWords.faq;
  return (
    <ScreenPage screen="frequently-asked-questions" heading={heading} lead={lead} width="medium">
      <Accordion items={faq.map(({ question, answer }) => ({ title: question, content: answer }))} />
      <BranchContact />
    </ScreenPage>
  );
}
