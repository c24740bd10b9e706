import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { presentCreditNote } from '#shared/documents/credit-notes/present.ts';
import { jsonBody } from '#shared/platform/lambda/endpoint/request.ts';
import { unknownFieldWarnings } from '#shared/platform/lambda/endpoint/unknown-fields.ts';
import type { documentBody, documentChanges } from '../input.ts';
import { presentInvoice } from './invoice.ts';
import type { StoredInvoice } from '../read.ts';
import type { Validation } from '../validation/result.ts';

type BodySchema = typeof documentBody | typeof documentChanges;

/**
 * The response body of create and update.
 *
 * @param schema of the request's body, whose unknown fields are warned of
 */
export const presentChanged =
  (schema: () => Promise<BodySchema>) => async (stored: StoredInvoice, event: APIGatewayProxyEventV2) => {
    const body = jsonBody(event).value ?? {};
    if (stored.document.isCreditNote) {
      const shown = presentCreditNote(stored);
      const unknown = unknownFieldWarnings(await schema(), body, shown);
      return unknown.length > 0 ? { ...shown, warnings: [...(stored.warnings ?? []), ...unknown] } : shown;
    }
    const { warnings: _, ...rest } = stored;
    return { invoice: presentInvoice(rest), validation: await validationOf(stored, body, await schema()) };
  };

/** The validation of a document of a batch. One that is issued was checked by the rules then, so they do not run again. */
export async function validationInBatch(
  stored: StoredInvoice,
  body: Record<string, unknown>,
  schema: BodySchema,
): Promise<Validation> {
  if (stored.document.status === 'draft') return validationOf(stored, body, schema);
  const { officialRulesInstalled } = await import('#shared/authority/einvoice/official/installed.ts');
  const { warnings = [], ...rest } = stored;
  const unknown = unknownFieldWarnings(schema, body, presentInvoice(rest));
  return { valid: true, errors: [], warnings: [...warnings, ...unknown], schematronAvailable: officialRulesInstalled() };
}

/** The validation of an invoice that was created or changed (INV-35), with the warnings of that and those about unknown fields of its body (INV-85). */
async function validationOf(stored: StoredInvoice, body: Record<string, unknown>, schema: BodySchema): Promise<Validation> {
  // Loaded on demand, so that a refused request does not wait for the rules.
  const { draftValidation } = await import('../validation/validate-draft.ts');
  const { warnings = [], ...rest } = stored;
  const validation = draftValidation(stored.document);
  const unknown = unknownFieldWarnings(schema, body, presentInvoice(rest));
  return { ...validation, warnings: [...validation.warnings, ...warnings, ...unknown] };
}
