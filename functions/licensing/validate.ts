import { answer, challenge } from '#shared/platform/lambda/endpoint/answer.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { findLicense } from '#shared/accounts/identity/licensing/store.ts';
import { type LicenseAnswer, validateLicense } from '#shared/accounts/identity/licensing/validate.ts';
import { licenseQuestionBody } from '#shared/accounts/identity/licensing/input.ts';

const CODES = { 401: 'unauthorized', 403: 'forbidden' } as const;

/** Refusals contain `valid` beside the error, for clients that check only the body. */
const presented = (result: LicenseAnswer): unknown => {
  if ('valid' in result) return result;
  const { refused, reason, message } = result;
  const error = { code: CODES[refused], message, ...(refused === 403 && { details: { reason } }) };
  const headers: Record<string, string> = refused === 401 ? { 'www-authenticate': challenge(message) } : {};
  return answer(refused, { error, valid: false }, headers);
};

const refusalSchema = () => import('#shared/accounts/identity/licensing/schema.ts').then(schema => schema.licenseRefusalSchema);

export const handler = defineEndpoint(
  {
    method: 'POST',
    path: '/api/v1/licensing/validate',
    summary: 'Check whether a licence key is valid, and what it allows',
    auth: 'public',
    window: 'licensingValidate',
    body: licenseQuestionBody,
    invalidBody: 400,
    responses: {
      200: () => import('#shared/accounts/identity/licensing/schema.ts').then(schema => schema.licenseSchema),
      401: refusalSchema,
      403: refusalSchema,
    },
    read: async ({ body }) => body && findLicense(body.licenseKey),
    present: presented,
  },
  ({ body, loaded, commit }) => validateLicense(loaded, body, commit),
);
