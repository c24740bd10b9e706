import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { presentInvoice } from '#shared/documents/invoices/present/invoice.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import { jsonBody } from '#shared/platform/lambda/endpoint/request.ts';
import { unknownFieldWarnings } from '#shared/platform/lambda/endpoint/unknown-fields.ts';
import type { purchaseBody } from './input.ts';

/** The answer of create and update: the purchase as `GET /api/v1/invoices/{uuid}` shows it, with warnings. @param schema of the body */
export const presentPurchase =
  (schema: () => Promise<typeof purchaseBody>) => async (stored: StoredInvoice, event: APIGatewayProxyEventV2) => {
    const shown = presentInvoice(stored);
    const warnings = [...(stored.warnings ?? []), ...unknownFieldWarnings(await schema(), jsonBody(event).value ?? {}, shown)];
    return { ...shown, ...(warnings.length > 0 && { warnings }) };
  };
