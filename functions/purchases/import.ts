import { runPurchaseImport } from '#shared/documents/purchases/import/run.ts';
import { purchaseRows } from '#shared/documents/purchases/import/rows.ts';
import { purchaseImportBody } from '#shared/documents/purchases/input.ts';
import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { refusalOf } from '#shared/platform/lambda/endpoint/steps/answer-errors.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/purchases/import',
    summary: 'Enter up to 500 purchases from CSV, or try it',
    auth: 'company',
    permission: 'invoice.create',
    body: purchaseImportBody,
    responses: { 200: () => import('#shared/documents/purchases/import/schema.ts').then(schema => schema.importSchema) },
    errors: [422],
  },
  async ({ company, actor, body: { csv, dryRun = false } }) => {
    const { result, isDone } = await runPurchaseImport({ company, by: actor, rows: purchaseRows(csv), dryRun }, refusalOf);
    const done = answer(200, result);
    return isDone ? done : done.notKept();
  },
);
