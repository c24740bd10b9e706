import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { presentCreditNote } from '#shared/documents/credit-notes/present.ts';
import { unknownFieldWarnings } from '#shared/platform/lambda/endpoint/unknown-fields.ts';
import type { documentBody, documentChanges } from '../input.ts';
import { presentInvoice } from './invoice.ts';
import type { StoredInvoice } from '../read.ts';

type BodySchema = typeof documentBody | typeof documentChanges;

/**
 * The response body of create and update.
 *
 * @param schema of the request's body, whose unknown fields are warned of
 */
export const presentChanged =
  (schema: () => Promise<BodySchema>) => async (stored: StoredInvoice, event: APIGatewayProxyEventV2) => {
    const body = await schema();
    if (stored.document.isCreditNote) {
      const shown = presentCreditNote(stored);
      const unknown = unknownFieldWarnings(body, event, shown);
      return unknown.length > 0 ? { ...shown, warnings: [...(stored.warnings ?? []), ...unknown] } : shown;
    }
    // Loaded on demand, so that a refused request does not wait for the rules.
    const { draftValidation } = await import('../validation/validate-draft.ts');
    const { warnings = [], ...rest } = stored;
    const validation = draftValidation(stored.document);
    const invoice = presentInvoice(rest);
    const unknown = unknownFieldWarnings(body, event, invoice);
    return { invoice, validation: { ...validation, warnings: [...validation.warnings, ...warnings, ...unknown] } };
  };
