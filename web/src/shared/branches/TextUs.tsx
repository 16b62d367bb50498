import type { Branch } from '#contract/branches.ts';
import { branchText as words } from '../../wording/branches.ts';

/** Opens the phone's own texts. */
export function TextUs({ phone, hours: [open, close] }: NonNullable<Branch['texts']>) {
  return (
    <p>
      <a href={`sms:${phone}`}>{words.text}</a> {words.textHours(open, close)}
    </p>
  );
}

/** Opens the maps app, or its page; nothing of it is loaded before. */
export function OnMap({ address, children }: { readonly address: string; readonly children: string }) {
  const query = new URLSearchParams({ api: '1', query: address });
  return (
    <a href={`https://www.google.com/maps/search/?${query}`} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
