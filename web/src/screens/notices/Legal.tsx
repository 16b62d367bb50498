import { useLoaderData } from 'react-router';
import { calendarDay } from '#contract/calendar-day.ts';
import type { Prepare } from '../../journey/prepare.ts';
import { headingsOf, LegalBody } from '../../shared/legal/LegalBody.tsx';
import { loadLegalText } from '../../shared/legal/legal-texts.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Stack } from '../../ui/Page.tsx';
import { dayText } from '../../wording/format.ts';
import { noticeText } from '../../wording/notices.ts';

export const prepare = (async ({ now }, { params: { document = '' } }) =>
  (await loadLegalText(document, calendarDay(now()))) ?? null) satisfies Prepare;

export default function Legal() {
  const text = useLoaderData<typeof prepare>();
  const words = noticeText.legal;
  if (!text) {
    return (
      <ScreenPage screen="legal" title={words.unknown} heading={words.unknown} width="medium">
        <p>{words.unknownNext}</p>
      </ScreenPage>
    );
  }
  return (
    <ScreenPage
      screen="legal"
      title={text.title}
      heading={text.title}
      lead={words.effective(dayText(`${text.effective}T12:00:00`))}
      width="medium"
      contents={headingsOf(text)}
    >
      <Stack tight>
        <LegalBody text={text} level={2} />
      </Stack>
    </ScreenPage>
  );
}
