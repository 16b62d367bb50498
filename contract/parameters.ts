// The parameters that paths name, each with what it may be. For a value that does not fit, the response is that of an unknown address.
import * as z from 'zod/mini';
import { uploadKind } from './uploads.ts';

export interface Parameter {
  readonly schema: z.ZodMiniType<string, string>;
  /** One sentence for the API description. */
  readonly description: string;
}

const like = (pattern: RegExp) => z.string().check(z.regex(pattern));
const text = z.string().check(z.minLength(1), z.maxLength(400));

export const parameters = {
  applicationId: { schema: z.uuid(), description: 'The application of this browser’s session.' },
  jobId: { schema: z.uuid(), description: 'A job that this application waits for.' },
  institutionId: {
    schema: like(/^[A-Za-z0-9_]{1,64}$/),
    description: 'The bank’s id at the bank-link provider.',
  },
  placeId: { schema: like(/^[\w-]{1,300}$/), description: 'The place’s id, from an address suggestion.' },
  partner: { schema: text, description: 'The partner’s id.' },
  leadId: { schema: like(/^[\w.:-]{1,100}$/), description: 'The partner’s own id of the lead.' },
  uploadKind: { schema: uploadKind, description: 'What the uploaded document is.' },
  uploadId: { schema: z.uuid(), description: 'An uploaded file.' },
  page: { schema: like(/^[1-9]\d?$/), description: 'A page of the file, from 1.' },
  sessionId: { schema: z.uuid(), description: 'Another browser that is signed in.' },
  noticeId: { schema: z.uuid(), description: 'A notice to the applicant.' },
  uidb64: { schema: text, description: 'Names the email address, from the link in the email.' },
  token: { schema: text, description: 'The token from the link in the email.' },
  kind: {
    schema: text,
    description: 'The document, as its href names it: for example `loan-agreement` or `signed-documents`.',
  },
} as const satisfies Record<string, Parameter>;

/** The names in a path, in their order. */
export function parameterNames(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
}

/** The schema of all parameters in a path. Throws where the path names one that is not declared here. */
export function parametersOf(path: string): z.ZodMiniType<Record<string, string>> {
  return z.object(
    Object.fromEntries(
      parameterNames(path).map((name) => {
        const parameter = (parameters as Record<string, Parameter | undefined>)[name];
        if (!parameter) throw new Error(`${path}: parameters.ts does not declare "${name}".`);
        return [name, parameter.schema];
      }),
    ),
  );
}
