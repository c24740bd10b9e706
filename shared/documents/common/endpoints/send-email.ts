import type * as z from 'zod';
import { acceptEmail, readForMailing } from '#shared/output/mail/documents/accept.ts';
import type { EmailBody } from '#shared/output/mail/documents/input.ts';
import type { AcceptingKind } from '#shared/output/mail/documents/kind.ts';
import type { DocumentEmail } from '#shared/output/mail/documents/model.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { personOf } from '../timeline.ts';

/** What the endpoint of a kind of document differs in. */
interface SendingKind {
  path: `/api/v1/${string}/{uuid}/${string}`;
  summary: string;
  kind: AcceptingKind;
  body: z.ZodType<EmailBody>;
  schema: 'acceptedSchema' | 'acceptedLogSchema';
  present: (email: DocumentEmail) => unknown;
}

/** The endpoint that accepts a mail with a document of a kind (OUT-42). */
export const sendEmailEndpoint = ({ kind, schema, ...definition }: SendingKind) =>
  defineEndpoint(
    {
      ...definition,
      method: 'POST',
      auth: 'company',
      permission: 'invoice.send',
      confirmedEmail: true,
      invalidBody: 400,
      responses: { 200: () => import('../present/email-schema.ts').then(schemas => schemas[schema]) },
      errors: [404, 422],
      read: ({ company, params, body }) => readForMailing(kind, company, params.uuid, body),
    },
    ({ company, actor, body, loaded, commit }) =>
      acceptEmail({ kind, context: loaded, company, body, sentBy: personOf(actor), commit }),
  );
