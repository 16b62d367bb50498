// What the frame and the vendor's session routes send each other. Types only, so the browser never loads this file.

export type Bank = { institution_id: string; name: string; oauth: boolean; logo: string };
export type Account = { id: string; name: string; mask: string; type: string; subtype: string };
export type Mfa = {
  type: 'device' | 'questions' | 'selections';
  prompts: { question: string; options: string[] | null }[];
  example: string;
};
export type LinkError = {
  error_type: string;
  error_code: string;
  error_message: string;
  display_message: string | null;
};
export type Step = {
  step: 'consent' | 'accounts' | 'finish' | 'mfa' | 'leave' | 'denied' | 'done';
  request_id: string;
  link_session_id: string;
  client_name: string;
  institution: Bank | null;
  institutions: Bank[];
  mfa: Mfa;
  accounts: Account[];
  public_token: string;
  url: string;
};
