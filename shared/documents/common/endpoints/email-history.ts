import { readHistory } from '#shared/output/mail/documents/history.ts';
import type { MailableKind } from '#shared/output/mail/documents/kind.ts';
import type { DocumentEmail } from '#shared/output/mail/documents/model.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

/** What the endpoint of a kind of document differs in. */
interface HistoryKind {
  path: `/api/v1/${string}/{uuid}/emails`;
  summary: string;
  kind: MailableKind;
  schema: 'emailSchema' | 'emailLogSchema';
  present: (email: DocumentEmail) => unknown;
}

/** The endpoint that lists the mails with a document of a kind, newest first (OUT-46). */
export const emailHistoryEndpoint = ({ kind, schema, present, ...definition }: HistoryKind) =>
  defineEndpoint(
    {
      ...definition,
      method: 'GET',
      auth: 'company',
      permission: 'invoice.view',
      responses: { 200: () => import('../present/email-schema.ts').then(schemas => schemas[schema].array()) },
      errors: [404],
      read: ({ company, params }) => readHistory(kind, company, params.uuid),
    },
    ({ loaded }) => loaded.map(present),
  );
