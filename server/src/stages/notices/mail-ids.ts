// The ids of the emails about notices.
import type { Notice } from '../../records/notices.ts';

/** The emails of kinds that an application has once: the application's id names the email. */
const emailedOnce: Partial<Record<Notice['kind'], string>> = {
  denial: 'adverse-action',
  'signed-documents': 'signed-copy',
};
export const mailOperationOf = ({ kind }: Notice) => emailedOnce[kind] ?? `${kind}-notice`;
export const noticeMailId = (notice: Notice) =>
  `${mailOperationOf(notice)}.${notice.kind in emailedOnce ? notice.applicationId : notice.id}`;
