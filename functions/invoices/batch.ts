import { forbidden } from '#shared/base/kernel/errors.ts';
import { batchBody } from '#shared/documents/invoices/batch/input.ts';
import { keysOf } from '#shared/documents/invoices/batch/keys.ts';
import { presentBatch } from '#shared/documents/invoices/batch/present.ts';
import { runBatch } from '#shared/documents/invoices/batch/run.ts';
import { invalidDocumentBody } from '#shared/documents/invoices/invalid-body.ts';
import { validationInBatch } from '#shared/documents/invoices/present/changed.ts';
import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { header, through } from '#shared/platform/lambda/endpoint/request.ts';
import { refusalOf } from '#shared/platform/lambda/endpoint/steps/answer-errors.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/invoices/batch',
    summary: 'Create up to 100 invoices or credit notes as drafts, and issue them if asked',
    auth: 'company',
    permission: 'invoice.create',
    body: batchBody,
    responses: { 200: () => import('#shared/documents/invoices/batch/schema.ts').then(schema => schema.batchSchema) },
    errors: [403, 422],
    uses: ['schematron:invoke'],
    read: () => import('#shared/documents/invoices/input.ts').then(input => input.documentBody),
  },
  async ({ company, actor, body: { invoices, issue = false }, loaded: documentBody, event }) => {
    if (issue && !actor.permissions.has('invoice.issue'))
      throw forbidden('permission', 'Permission invoice.issue is needed.', { permission: 'invoice.issue' });
    const keys = keysOf(invoices, header(event, 'idempotency-key')?.trim());
    const bodies = invoices.map((document, place) => {
      const parsed = through(documentBody, { ...document, idempotencyKey: keys[place] }, invalidDocumentBody(document));
      return parsed.problem ?? parsed.value;
    });
    const outcomes = await runBatch({ company, by: actor, bodies, issues: issue });
    const { body, isDone } = await presentBatch(outcomes, refusalOf, (stored, place) =>
      validationInBatch(stored, { ...invoices[place], idempotencyKey: keys[place] }, documentBody),
    );
    const done = answer(200, body);
    return isDone ? done : done.notKept();
  },
);
