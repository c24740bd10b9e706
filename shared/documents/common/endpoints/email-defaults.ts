import * as z from 'zod';
import { emailDefaults, readForDefaults } from '#shared/output/mail/documents/defaults.ts';
import type { MailableKind } from '#shared/output/mail/documents/kind.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

/** What the endpoint of a kind of document differs in. */
interface DefaultsKind {
  path: `/api/v1/${string}/{uuid}/email-defaults`;
  summary: string;
  kind: MailableKind;
  schema: 'defaultsSchema' | 'convertibleDefaultsSchema';
  present?: (defaults: Awaited<ReturnType<typeof emailDefaults>>) => unknown;
}

/** The endpoint that says whom a mail with a document of a kind goes to, and what it says, unless its sender says otherwise (OUT-45). */
export const emailDefaultsEndpoint = ({ kind, schema, ...definition }: DefaultsKind) =>
  defineEndpoint(
    {
      ...definition,
      method: 'GET',
      auth: 'company',
      permission: 'invoice.view',
      query: z.object({ language: z.enum(['ro', 'en'], 'must be ro or en').default('ro') }),
      responses: { 200: () => import('../present/email-schema.ts').then(schemas => schemas[schema]) },
      errors: [404, 422],
      read: ({ company, params }) => readForDefaults(kind, company, params.uuid),
    },
    ({ company, query, loaded }) => emailDefaults(loaded, company, query.language),
  );
