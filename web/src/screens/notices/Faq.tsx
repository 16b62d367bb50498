// Frequent questions, with a search, and a link to apply at their end.
import { useState } from 'react';
import { pathOf } from '#contract/screens.ts';
import { BranchContact } from '../../shared/branches/BranchContact.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { faq } from '../../wording/faq.ts';
import { noticeText } from '../../wording/notices.ts';
import { matchesSearch } from './faq-search.ts';
import { SearchField } from './SearchField.tsx';

const words = noticeText.faq;

const idOf = (one: (typeof faq)[number]) => `question-${faq.indexOf(one)}`;

export default function Faq() {
  const [typed, setTyped] = useState('');
  const isSearch = typed.trim() !== '';
  const found = faq.filter((one) => matchesSearch(one, typed));
  return (
    <ScreenPage
      screen="frequently-asked-questions"
      heading={words.heading}
      lead={words.lead}
      width="medium"
      contents={found.map((one) => ({ id: idOf(one), title: one.question }))}
    >
      <SearchField label={words.search} onSearch={setTyped} />
      <p role="status" className={isSearch ? undefined : 'visually-hidden'}>
        {isSearch ? (found.length === 0 ? words.none : words.found(found.length, faq.length)) : ''}
      </p>
      <Accordion
        items={faq.map((one) => ({
          id: idOf(one),
          title: one.question,
          content: one.answer,
          hidden: !found.includes(one),
        }))}
      />
      <Card title={words.applyTitle}>
        <p>{words.apply}</p>
        <ButtonLink href={pathOf('landing')}>{words.applyButton}</ButtonLink>
      </Card>
      <BranchContact />
    </ScreenPage>
  );
}
