import { importBody } from '#shared/documents/imports/input.ts';
import { runImport } from '#shared/documents/imports/run.ts';
import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { refusalOf } from '#shared/platform/lambda/endpoint/steps/answer-errors.ts';

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/imports',
    summary: 'Preview a CSV of another program, or store it',
    auth: 'company',
    permission: 'import.manage',
    body: importBody,
    responses: { 200: () => import('#shared/documents/imports/schema.ts').then(schema => schema.importResultSchema) },
    errors: [409, 422],
  },
  async ({ company, actor, body }) => {
    const result = await runImport({ company, by: actor, body }, refusalOf);
    const done = answer(200, result);
    return result.unfinished === 0 ? done : done.notKept();
  },
);
